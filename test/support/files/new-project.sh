#!/usr/bin/env bash
# What a developer does with a contract, from a new project to a call on a node, in one go: new-project.sh NAME PORT.
# It is run where the package is installed, with the compiler of TypeScript as TSC; it ends with the first step that fails.
set -euo pipefail
name=$1
port=$2
PATH="$PWD/node_modules/.bin:$PATH"
step() { printf -- '--- %s\n' "$1"; }

step new
coind contract new "$name"
cd "$name"
step lint
coind contract check "$name.lua"
step types
coind contract types --check "$name.lua"
node "$TSC" --pretty false -p .
step tests
coind contract test --no-coverage
step coverage
coind contract test --report coverage --min-coverage 90
step mutate
coind contract mutate "$name.lua" --min-score 85

step node
node=(coind "-datadir=$PWD/data" "-rpcport=$port")
"${node[@]}" > node.log 2>&1 &
process=$!
trap 'kill "$process" && wait "$process" || true' EXIT
for _ in $(seq 300); do
  "${node[@]}" getblockcount > /dev/null 2>&1 && break
  kill -0 "$process" || { cat node.log; exit 1; }
  sleep 0.2
done

step deploy
"${node[@]}" contract deploy "$name.lua" --from 0-13 --yes
"${node[@]}" contract verify "$name.lua"
step call
regid=$(node -p 'JSON.parse(require("fs").readFileSync("deployments/regtest.json", "utf8")).deployments.at(-1).regid')
txid=$("${node[@]}" submitcontractcalltx 0-14 "$regid" f011 150000000 | grep -oE '[0-9a-f]{64}' | head -n 1)
step trace
"${node[@]}" contract trace "$txid" "$name.lua"
step done
