"""discover: venue to papers. One file per listing format, chosen from `LISTINGS`."""
