#!/usr/bin/env bash
# A Prefect server and a process worker on this machine: `local.sh up`, `local.sh down`. `make up` and `make down` call it.
# PORT, WORKERS and PAPER2TASK_DATA may be set; a database other than SQLite is PREFECT_API_DATABASE_CONNECTION_URL.
set -euo pipefail
cd "$(dirname "$0")/.."

data=$(realpath -m "${PAPER2TASK_DATA:-.paper2task}")
port=${PORT:-4200}
bin=$PWD/.venv/bin
export PAPER2TASK_DATA=$data
export PREFECT_HOME=$data/prefect
export PREFECT_API_URL=http://127.0.0.1:$port/api
# nothing is told to anyone
export PREFECT_SERVER_ANALYTICS_ENABLED=false DO_NOT_TRACK=1

# alive NAME: a process that has ended but that nobody has asked for (a zombie) is not
alive() {
  local process
  process=$(cat "$PREFECT_HOME/$1.pid" 2>/dev/null) && kill -0 "$process" 2>/dev/null &&
    ! grep -q '^State:[[:space:]]*Z' "/proc/$process/status" 2>/dev/null
}

# launch NAME COMMAND...: in the background and in a session of its own, unless it runs already
launch() {
  local name=$1
  shift
  if alive "$name"; then return; fi
  setsid nohup "$@" >>"$PREFECT_HOME/$name.log" 2>&1 </dev/null &
  echo $! >"$PREFECT_HOME/$name.pid"
}

fail() {
  echo "$1; see $PREFECT_HOME/$2.log" >&2
  exit 1
}

up() {
  [ -x "$bin/prefect" ] || { echo "flows need Prefect: make install, or pip install 'paper2task[flows]'" >&2; exit 2; }
  mkdir -p "$PREFECT_HOME"
  local patience=40
  until launch server "$bin/prefect" server start --host 127.0.0.1 --port "$port" &&
    "$bin/prefect" server status >/dev/null 2>&1; do # a server that was killed a moment ago may still look alive
    ((patience--)) || fail "the Prefect server did not start: is port $port taken?" server
    sleep 0.5
  done
  alive server || fail "another server answers at port $port: choose one with PORT=" server
  "$bin/prefect" --no-prompt work-pool inspect local >/dev/null 2>&1 ||
    "$bin/prefect" --no-prompt work-pool create local --type process >/dev/null || fail "no work pool" server
  "$bin/prefect" --no-prompt deploy --name local >"$PREFECT_HOME/deploy.log" 2>&1 || fail "the flow could not be deployed" deploy
  for number in $(seq "${WORKERS:-1}"); do
    launch "worker-$number" "$bin/prefect" worker start --pool local --name "worker-$number" --limit 1 --install-policy never
  done
  cat <<TEXT
Prefect is up: http://127.0.0.1:$port (logs in $PREFECT_HOME). Ingest a conference with

  export PREFECT_API_URL=$PREFECT_API_URL
  $bin/prefect deployment run 'ingest-venue/local' -p venue=acl-2022 -p award=best,outstanding --watch

and stop with: make down
TEXT
}

# a flow run that is under way ends with its worker; it can be run again
down() {
  shopt -s nullglob
  for file in "$PREFECT_HOME"/worker-*.pid "$PREFECT_HOME"/server.pid; do
    local process runs
    process=$(cat "$file")
    runs=$(cat /proc/"$process"/task/*/children 2>/dev/null || true)
    kill -TERM "$process" 2>/dev/null || true
    for _ in $(seq 100); do alive "$(basename "$file" .pid)" || break; sleep 0.1; done
    for each in "$process" $runs; do kill -KILL -- "-$each" 2>/dev/null || true; done
    rm -f "$file"
  done
  echo "Prefect is down"
}

case ${1:-} in
  up) up ;;
  down) down ;;
  *) echo "usage: $0 up|down" >&2; exit 2 ;;
esac
