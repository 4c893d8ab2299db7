# The proxy as a container: docker build -t toolwire . && docker run -p 4010:4010 -e TOOLWIRE_PROXY_TOKEN=… toolwire --to … --target …
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev

# What the proxy loads on demand: ioredis for a state in Redis; for accounts of platforms google-auth-library, @azure/identity, or
# @smithy/signature-v4 and @aws-sdk/credential-provider-node (docker build --build-arg PACKAGES="ioredis google-auth-library").
FROM node:24-slim AS packages
ARG PACKAGES=ioredis
WORKDIR /packages
RUN echo '{}' > package.json && npm install --ignore-scripts $PACKAGES

FROM node:24-slim
WORKDIR /toolwire
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
COPY --from=packages /packages/node_modules /node_modules
USER node
EXPOSE 4010
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:4010/health').then(({ ok }) => process.exit(ok ? 0 : 1))"]
ENTRYPOINT ["node", "dist/cli.js", "proxy", "--host", "0.0.0.0", "--port", "4010"]
