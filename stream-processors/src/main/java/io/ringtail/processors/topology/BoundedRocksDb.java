package io.ringtail.processors.topology;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.CompressionType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * One bound for the memory of all state stores of the process, which is outside the Java heap: blocks, indices, filters
 * and write buffers together. Made by Kafka Streams by its name; thread safe.
 */
public final class BoundedRocksDb implements RocksDBConfigSetter {
    /** All of it. Unit: bytes. */
    public static final long TOTAL_BYTES = 64L << 20;

    private static final long WRITE_BUFFERS_BYTES = 24L << 20;
    private static final long BUFFER_BYTES = 2L << 20;
    private static final int BUFFERS = 2;
    private static final double INDEX_SHARE = 0.1;

    /** Native memory that lives as long as the process. */
    private static final class Shared {
        static {
            RocksDB.loadLibrary();
        }

        private static final Cache CACHE = new LRUCache(TOTAL_BYTES, -1, false, INDEX_SHARE);
        private static final WriteBufferManager BUFFERS = new WriteBufferManager(WRITE_BUFFERS_BYTES, CACHE);
    }

    @Override
    public void setConfig(String storeName, Options options, Map<String, Object> configs) {
        BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
        table.setBlockCache(Shared.CACHE);
        table.setCacheIndexAndFilterBlocks(true);
        table.setCacheIndexAndFilterBlocksWithHighPriority(true);
        options.setTableFormatConfig(table);
        options.setWriteBufferManager(Shared.BUFFERS);
        options.setWriteBufferSize(BUFFER_BYTES);
        options.setMaxWriteBufferNumber(BUFFERS);
        options.setCompressionType(CompressionType.LZ4_COMPRESSION);
    }

    /** The cache is shared by all stores: nobody closes it. */
    @Override
    public void close(String storeName, Options options) {}
}
