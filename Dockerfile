# Ringtail's parts as one image: docker build -t ringtail . ; docker run ringtail --help
FROM maven:3-eclipse-temurin-25 AS build
WORKDIR /src
COPY . .
RUN mvn -B -q package -pl standalone -am -Dmaven.test.skip=true -Dspotless.check.skip -Denforcer.skip -Dringtail.archive.skip=true

FROM eclipse-temurin:25-jre
RUN useradd --system --uid 7411 --home-dir /var/lib/ringtail --create-home ringtail
COPY --from=build /src/standalone/target/ringtail /opt/ringtail
USER ringtail
WORKDIR /var/lib/ringtail
VOLUME /var/lib/ringtail
ENTRYPOINT ["/opt/ringtail/bin/ringtail"]
CMD ["--help"]
