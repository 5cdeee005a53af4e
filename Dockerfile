# syntax=docker/dockerfile:1
# Evenly in a container: docs/operations/container.md
FROM node:24-bookworm-slim AS base

FROM base AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/embedded-mongodb/package.json packages/embedded-mongodb/
RUN --mount=type=cache,target=/root/.npm npm ci
COPY . .
RUN npm run build:standalone

FROM base
# Docker sets HOSTNAME to the container's id, and the server would listen on that address only.
ENV NODE_ENV=production HOSTNAME=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN install -d -o node -g node -m 700 /data /backups
# Owned by root: the server cannot change its own program.
COPY --from=build /app/.next/standalone ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://localhost:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.js"]
