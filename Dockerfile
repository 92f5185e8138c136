# Florin for production: the program alone. Its database is a PostgreSQL of your own (DATABASE_URL).
#
#   docker build -t florin .
#
# NODE_IMAGE has Node 26 or later and glibc; name a digest of it to build the same image again.
ARG NODE_IMAGE=node:26-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY . .
# The image has its own Node and no embedded database: those are the optional packages.
RUN npm ci && npm run package && cd dist/package && npm ci --omit=optional

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
    FLORIN_ENVIRONMENT=production \
    FLORIN_HOST=0.0.0.0 \
    FLORIN_PORT=8080
COPY --from=build /build/dist/package /app
# Nobody: no file of the image belongs to it, and nothing has to be written but FLORIN_MARK_FILE, in a volume that takes the
# owner of this folder.
RUN install --directory --owner 65534 --group 65534 --mode 700 /var/lib/florin
USER 65534:65534
WORKDIR /app
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "bin/healthy.js"]
STOPSIGNAL SIGTERM
# No signal opens the inspector in a process that holds keys and card numbers.
ENTRYPOINT ["node", "--disable-sigusr1", "bin/florin.js"]
CMD ["start"]
