-- The bits of 50 neighboring chunks become one row: their numbers, two bytes each, before their bits.
ALTER TABLE chunk_bits RENAME TO chunk_bits_by_number;
ALTER INDEX chunk_bits_pkey RENAME TO chunk_bits_by_number_pkey;

CREATE TABLE "chunk_bits" (
    "index_version_id" INTEGER NOT NULL,
    "indexed_source_id" INTEGER NOT NULL,
    "block" INTEGER NOT NULL,
    "bits" BYTEA NOT NULL,

    CONSTRAINT "chunk_bits_pkey" PRIMARY KEY ("index_version_id","indexed_source_id","block")
);
-- Signs do not compress, and a block is read with its row.
ALTER TABLE chunk_bits ALTER COLUMN bits SET STORAGE EXTERNAL;
ALTER TABLE chunk_bits SET (toast_tuple_target = 8160);

INSERT INTO chunk_bits (index_version_id, indexed_source_id, block, bits)
SELECT index_version_id, indexed_source_id, number / 50,
  string_agg(substr(int4send(number), 3) || substr(varbit_send(bits), 5), '' ORDER BY number)
FROM chunk_bits_by_number GROUP BY index_version_id, indexed_source_id, number / 50;

DROP TABLE chunk_bits_by_number;
