# The proxy as a container: docker build -t toolwire . && docker run -p 4010:4010 -e TOOLWIRE_PROXY_TOKEN=… toolwire --to … --target …
FROM node:24-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev

# What the proxy loads on demand: state in Redis, and accounts of cloud platforms.
FROM node:24-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS packages
WORKDIR /packages
COPY scripts/container/package.json scripts/container/package-lock.json ./
RUN npm ci --ignore-scripts

FROM node:24-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
WORKDIR /toolwire
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
COPY --from=packages /packages/node_modules /node_modules
USER node
EXPOSE 4010
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:4010/health').then(({ ok }) => process.exit(ok ? 0 : 1))"]
ENTRYPOINT ["node", "dist/cli.js", "proxy", "--host", "0.0.0.0", "--port", "4010"]
