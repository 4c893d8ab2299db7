# The proxy as a container: docker build -t toolwire . && docker run -p 4010:4010 -e TOOLWIRE_PROXY_TOKEN=… toolwire --to … --target …
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-slim
WORKDIR /toolwire
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
USER node
EXPOSE 4010
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:4010/health').then(({ ok }) => process.exit(ok ? 0 : 1))"]
ENTRYPOINT ["node", "dist/cli.js", "proxy", "--host", "0.0.0.0", "--port", "4010"]
