"""Decodes windows with Confluent's Python client: bootstrap, registry URL, a topic without keys, a topic of ours."""
import sys
import time

from confluent_kafka import Consumer
from confluent_kafka.avro import AvroConsumer, CachedSchemaRegistryClient, MessageSerializer

bootstrap, registry, keyless, ours = sys.argv[1:]
settings = {"bootstrap.servers": bootstrap, "auto.offset.reset": "earliest", "group.id": "decode"}


def window_of(consumer, topic, decode):
    """The last window of a topic, within 40 s."""
    consumer.subscribe([topic])
    found, until = None, time.time() + 40
    while time.time() < until:
        message = consumer.poll(1)
        if message is None and found:
            break
        if message is None or message.error():
            continue
        try:
            found = decode(message)
        except Exception as problem:  # a record that somebody else made on purpose
            print("passed over:", problem)
    consumer.close()
    return found


def tell(name, window):
    print(name, window["path"]["responderInterface"], window["startEpochNs"], flush=True)


tell("avro-consumer", window_of(
    AvroConsumer({**settings, "schema.registry.url": registry}), keyless, lambda message: message.value()))

# Keys of our topics are plain strings, which AvroConsumer cannot be told: its parts can.
serializer = MessageSerializer(CachedSchemaRegistryClient({"url": registry}))
tell("message-serializer", window_of(
    Consumer(settings), ours, lambda message: serializer.decode_message(message.value())))
