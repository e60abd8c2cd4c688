# The shop in a container: docs/operations.md, 'Container'.
ARG NODE_IMAGE=docker.io/library/node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run messages && npm run build && npm run release

FROM ${NODE_IMAGE}
ENV NODE_ENV=production MALLOC_ARENA_MAX=1
WORKDIR /app
COPY --from=build /app/release/kishmish ./
RUN install -d -o node -g node -m 700 /data /backups
USER node
VOLUME ["/data", "/backups"]
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data BACKUP_DIR=/backups
EXPOSE 3000
HEALTHCHECK --start-period=60s --interval=10s --timeout=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The flags are those of deploy/kishmish.service.
CMD ["node", "--max-semi-space-size=16", "--max-old-space-size=1024", "scripts/start.js"]
