# Builds the website of a folder of `rulebinder init`, as a user without rights:
#   docker build --tag rulebinder .
#   docker run --rm --user "$(id -u):$(id -g)" --volume "$PWD/my-site:/site" rulebinder site
FROM python:3.13-slim AS wheel
WORKDIR /source
COPY . .
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheel .

FROM python:3.13-slim
COPY requirements/site.txt /tmp/site.txt
RUN pip install --no-cache-dir --require-hashes --requirement /tmp/site.txt && rm /tmp/site.txt
COPY --from=wheel /wheel/*.whl /tmp/
RUN pip install --no-cache-dir --no-deps /tmp/*.whl && rm /tmp/*.whl
# The user may be any; caches of libraries go where each may write.
ENV HOME=/tmp
USER 65534:65534
WORKDIR /site
ENTRYPOINT ["rulebinder"]
CMD ["site"]
