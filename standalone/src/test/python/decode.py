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
        try:
            message = consumer.poll(1)
            if message is None and found:
                break
            if message is None or message.error():
                continue
            found = decode(message)
        except Exception as problem:  # a record that somebody else made on purpose
            print("passed over:", problem)
    consumer.close()
    return found


def tell(name, window):
    print(name, window["path"]["responderInterface"], window["startEpochNs"], flush=True)


tell("avro-consumer", window_of(
    AvroConsumer({**settings, "schema.registry.url": registry}), keyless, lambda message: message.value()))

# Keys of our topics are plain strings; AvroConsumer takes keys for Avro unless its serializer says otherwise.
class StringKeys(MessageSerializer):
    def decode_message(self, message, is_key=False):
        return message.decode() if is_key else super().decode_message(message)


registry_client = CachedSchemaRegistryClient({"url": registry})
avro_consumer = AvroConsumer({**settings, "group.id": "string-keys"}, schema_registry=registry_client)
avro_consumer._serializer = StringKeys(registry_client)
tell("string-keys", window_of(avro_consumer, ours, lambda message: message.value()))

serializer = MessageSerializer(registry_client)
tell("message-serializer", window_of(
    Consumer(settings), ours, lambda message: serializer.decode_message(message.value())))
