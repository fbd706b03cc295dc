# A node in a container: `docker build -t coind .`, then see docs/installing.md.
FROM node:20-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json tsconfig.json asconfig.json esbuild.config.mjs README.md LICENSE ./
COPY src src
COPY vm vm
COPY contracts contracts
COPY test test
COPY bench bench
COPY docs docs
COPY web web
RUN npm ci --no-audit --no-fund && npm pack --ignore-scripts --pack-destination /packed

FROM node:20-bookworm-slim
COPY --from=build /packed /packed
RUN npm install --global --no-audit --no-fund --ignore-scripts /packed/*.tgz \
 && rm -r /packed /root/.npm \
 && install --directory --owner=node --group=node --mode=0700 /data
USER node
VOLUME /data
# 18900 is the port of the network main, 18901 that of the others.
EXPOSE 18900 18901
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD \
  ["node", "-e", "Promise.any([18900, 18901].map(p => fetch(`http://127.0.0.1:${p}/health/ready`).then(a => a.ok || Promise.reject(a)))).catch(() => process.exit(1))"]
ENTRYPOINT ["coind", "-datadir=/data"]
