# The API, the worker and the migration are one image with three commands. Plain Dockerfile syntax on purpose: it also
# builds with the classic builder, which sites without BuildKit still run.
ARG NODE_IMAGE=node:24-bookworm-slim
ARG CADDY_IMAGE=caddy:2

FROM ${NODE_IMAGE} AS install
WORKDIR /app
ENV CI=true PNPM_CONFIG_STORE_DIR=/tmp/pnpm-store
COPY package.json pnpm-workspace.yaml pnpm-lock.yaml prisma.config.ts ./
COPY patches patches
COPY packages/contracts/package.json packages/contracts/
COPY packages/db/package.json packages/db/
COPY packages/workflow/package.json packages/workflow/
COPY packages/words/package.json packages/words/
COPY packages/markdown/package.json packages/markdown/
COPY packages/text/package.json packages/text/
COPY packages/retrieval/package.json packages/retrieval/
COPY packages/table/package.json packages/table/
COPY packages/units/package.json packages/units/
COPY packages/evaluation/package.json packages/evaluation/
COPY packages/config/package.json packages/config/
COPY packages/security/package.json packages/security/
COPY packages/seed/package.json packages/seed/
COPY packages/demo-model/package.json packages/demo-model/
COPY packages/demo-identity/package.json packages/demo-identity/
COPY apps/api/package.json apps/api/
COPY apps/web/package.json apps/web/
COPY e2e/package.json e2e/
COPY prisma/schema prisma/schema
RUN npx -y pnpm@12 install --frozen-lockfile

FROM install AS build
COPY tsconfig.base.json ./
COPY packages packages
COPY apps apps
RUN npx -y pnpm@12 --dir apps/web exec vite build \
 && npx -y pnpm@12 --dir apps/api exec rolldown --config

FROM install AS production
# The generated database client stays; what only builds and tests goes.
RUN cp -r packages/db/src/generated /tmp/generated \
 && rm -rf node_modules packages/*/node_modules apps/*/node_modules e2e/node_modules \
 && npx -y pnpm@12 install --frozen-lockfile --prod --ignore-scripts --filter=heddle --filter=@heddle/api... \
 && rm -rf /tmp/pnpm-store
COPY packages packages
COPY apps/api apps/api
COPY prisma prisma
COPY scripts scripts
COPY --from=build /app/apps/api/dist apps/api/dist
RUN rm -rf packages/db/src/generated && cp -r /tmp/generated packages/db/src/generated

FROM ${NODE_IMAGE} AS api
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=production /app /app
# A new volume takes the owner of the folder over which it is mounted.
RUN mkdir /files && chown node:node /files
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/api/src/programs/main.ts"]

FROM ${CADDY_IMAGE} AS web
# Caddy runs as a user of its own here; its certificates and state have to be that user's.
RUN mkdir -p /data/caddy /config/caddy && chown -R 1000:1000 /data /config
COPY docker/Caddyfile /etc/caddy/Caddyfile
COPY --from=build /app/apps/web/dist /srv
