-- CreateEnum
CREATE TYPE "collection_access" AS ENUM ('workflow', 'members');

-- CreateEnum
CREATE TYPE "index_version_state" AS ENUM ('building', 'active', 'retired', 'failed');

-- CreateEnum
CREATE TYPE "chunk_strategy" AS ENUM ('structure', 'fixed');

-- CreateEnum
CREATE TYPE "source_kind" AS ENUM ('file', 'url', 'text');

-- CreateEnum
CREATE TYPE "source_state" AS ENUM ('queued', 'parsing', 'chunking', 'embedding', 'indexed', 'failed', 'cancelled');

-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "usage_flow" ADD VALUE 'ingest';
ALTER TYPE "usage_flow" ADD VALUE 'search';

-- CreateTable
CREATE TABLE "collection" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "group_id" UUID NOT NULL,
    "name" JSONB NOT NULL,
    "description" JSONB NOT NULL DEFAULT '{"default": ""}',
    "copyright" JSONB NOT NULL DEFAULT '{"default": ""}',
    "access" "collection_access" NOT NULL DEFAULT 'workflow',
    "allows_preview" BOOLEAN NOT NULL DEFAULT true,
    "is_paused" BOOLEAN NOT NULL DEFAULT false,
    "rerank_model" TEXT,
    "active_index_id" INTEGER,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "collection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "index_version" (
    "id" SERIAL NOT NULL,
    "collection_id" UUID NOT NULL,
    "state" "index_version_state" NOT NULL DEFAULT 'building',
    "chunk_strategy" "chunk_strategy" NOT NULL DEFAULT 'structure',
    "chunk_tokens" INTEGER NOT NULL,
    "overlap_tokens" INTEGER NOT NULL,
    "term_version" TEXT NOT NULL,
    "embedding_model" TEXT,
    "dimension" INTEGER,
    "query_prefix" TEXT NOT NULL DEFAULT '',
    "passage_prefix" TEXT NOT NULL DEFAULT '',
    "fingerprint" BYTEA,
    "mean" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "index_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "source" (
    "id" UUID NOT NULL,
    "collection_id" UUID NOT NULL,
    "kind" "source_kind" NOT NULL,
    "title" TEXT NOT NULL,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "language" TEXT,
    "is_language_set" BOOLEAN NOT NULL DEFAULT false,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "valid_from" DATE,
    "valid_until" DATE,
    "replaced_by_id" UUID,
    "url" TEXT,
    "recurrence_seconds" INTEGER,
    "etag" TEXT,
    "last_modified" TEXT,
    "checked_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "sync_failures" INTEGER NOT NULL DEFAULT 0,
    "state" "source_state" NOT NULL DEFAULT 'queued',
    "failure" JSONB,
    "job_id" UUID,
    "pages_done" INTEGER NOT NULL DEFAULT 0,
    "pages_total" INTEGER NOT NULL DEFAULT 0,
    "chunks_done" INTEGER NOT NULL DEFAULT 0,
    "chunks_total" INTEGER NOT NULL DEFAULT 0,
    "active_version_id" UUID,
    "created_by_id" UUID,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "source_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "source_version" (
    "id" UUID NOT NULL,
    "source_id" UUID NOT NULL,
    "storage_key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "bytes_hash" TEXT NOT NULL,
    "text_hash" TEXT,
    "parsed_key" TEXT,
    "page_count" INTEGER NOT NULL DEFAULT 0,
    "warnings" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "source_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "indexed_source" (
    "id" SERIAL NOT NULL,
    "index_version_id" INTEGER NOT NULL,
    "source_version_id" UUID NOT NULL,
    "chunk_count" INTEGER NOT NULL,
    "chunk_lengths" BYTEA NOT NULL,

    CONSTRAINT "indexed_source_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chunk" (
    "id" UUID NOT NULL,
    "indexed_source_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "repeated_length" INTEGER NOT NULL DEFAULT 0,
    "heading_path" TEXT[],
    "spans" JSONB NOT NULL,
    "page_from" INTEGER,
    "page_to" INTEGER,
    "token_count" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "is_edited" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "chunk_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lexical_posting" (
    "index_version_id" INTEGER NOT NULL,
    "term" BIGINT NOT NULL,
    "indexed_source_id" INTEGER NOT NULL,
    "postings" BYTEA NOT NULL,

    CONSTRAINT "lexical_posting_pkey" PRIMARY KEY ("index_version_id","term","indexed_source_id")
);

-- CreateTable
CREATE TABLE "chunk_bits" (
    "index_version_id" INTEGER NOT NULL,
    "indexed_source_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "bits" bit varying NOT NULL,

    CONSTRAINT "chunk_bits_pkey" PRIMARY KEY ("index_version_id","indexed_source_id","number")
);

-- CreateTable
CREATE TABLE "chunk_vector" (
    "index_version_id" INTEGER NOT NULL,
    "indexed_source_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "embedding" BYTEA NOT NULL,

    CONSTRAINT "chunk_vector_pkey" PRIMARY KEY ("index_version_id","indexed_source_id","number")
);

-- CreateTable
CREATE TABLE "chunk_edit" (
    "id" UUID NOT NULL,
    "source_id" UUID NOT NULL,
    "original_text" TEXT,
    "text" TEXT,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "is_lost" BOOLEAN NOT NULL DEFAULT false,
    "edited_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chunk_edit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "collection_question" (
    "id" UUID NOT NULL,
    "collection_id" UUID NOT NULL,
    "question" TEXT NOT NULL,
    "passage" TEXT,
    "source_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collection_question_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "collection_active_index_id_key" ON "collection"("active_index_id");

-- CreateIndex
CREATE INDEX "collection_tenant_id_id_idx" ON "collection"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "collection_group_id_idx" ON "collection"("group_id");

-- CreateIndex
CREATE INDEX "index_version_collection_id_state_idx" ON "index_version"("collection_id", "state");

-- CreateIndex
CREATE UNIQUE INDEX "source_active_version_id_key" ON "source"("active_version_id");

-- CreateIndex
CREATE INDEX "source_collection_id_id_idx" ON "source"("collection_id", "id");

-- CreateIndex
CREATE INDEX "source_due_at_idx" ON "source"("due_at");

-- CreateIndex
CREATE INDEX "source_replaced_by_id_idx" ON "source"("replaced_by_id");

-- CreateIndex
CREATE INDEX "source_created_by_id_idx" ON "source"("created_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "source_version_storage_key_key" ON "source_version"("storage_key");

-- CreateIndex
CREATE UNIQUE INDEX "source_version_parsed_key_key" ON "source_version"("parsed_key");

-- CreateIndex
CREATE INDEX "source_version_source_id_idx" ON "source_version"("source_id");

-- CreateIndex
CREATE INDEX "source_version_bytes_hash_idx" ON "source_version"("bytes_hash");

-- CreateIndex
CREATE INDEX "indexed_source_source_version_id_idx" ON "indexed_source"("source_version_id");

-- CreateIndex
CREATE UNIQUE INDEX "indexed_source_index_version_id_source_version_id_key" ON "indexed_source"("index_version_id", "source_version_id");

-- CreateIndex
CREATE UNIQUE INDEX "chunk_indexed_source_id_number_key" ON "chunk"("indexed_source_id", "number");

-- CreateIndex
CREATE INDEX "lexical_posting_indexed_source_id_idx" ON "lexical_posting"("indexed_source_id");

-- CreateIndex
CREATE INDEX "chunk_edit_source_id_idx" ON "chunk_edit"("source_id");

-- CreateIndex
CREATE INDEX "chunk_edit_edited_by_id_idx" ON "chunk_edit"("edited_by_id");

-- CreateIndex
CREATE INDEX "collection_question_collection_id_id_idx" ON "collection_question"("collection_id", "id");

-- CreateIndex
CREATE INDEX "collection_question_source_id_idx" ON "collection_question"("source_id");

-- AddForeignKey
ALTER TABLE "collection" ADD CONSTRAINT "collection_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection" ADD CONSTRAINT "collection_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "group"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection" ADD CONSTRAINT "collection_active_index_id_fkey" FOREIGN KEY ("active_index_id") REFERENCES "index_version"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "index_version" ADD CONSTRAINT "index_version_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source" ADD CONSTRAINT "source_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source" ADD CONSTRAINT "source_replaced_by_id_fkey" FOREIGN KEY ("replaced_by_id") REFERENCES "source"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source" ADD CONSTRAINT "source_active_version_id_fkey" FOREIGN KEY ("active_version_id") REFERENCES "source_version"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source" ADD CONSTRAINT "source_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_version" ADD CONSTRAINT "source_version_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "indexed_source" ADD CONSTRAINT "indexed_source_index_version_id_fkey" FOREIGN KEY ("index_version_id") REFERENCES "index_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "indexed_source" ADD CONSTRAINT "indexed_source_source_version_id_fkey" FOREIGN KEY ("source_version_id") REFERENCES "source_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chunk" ADD CONSTRAINT "chunk_indexed_source_id_fkey" FOREIGN KEY ("indexed_source_id") REFERENCES "indexed_source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chunk_edit" ADD CONSTRAINT "chunk_edit_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chunk_edit" ADD CONSTRAINT "chunk_edit_edited_by_id_fkey" FOREIGN KEY ("edited_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection_question" ADD CONSTRAINT "collection_question_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection_question" ADD CONSTRAINT "collection_question_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- The original and the parsed document go with the content, however it goes.
CREATE FUNCTION remove_stored_source() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO file_removal (storage_key, due_at)
  SELECT key, now() FROM unnest(ARRAY[OLD.storage_key, OLD.parsed_key]) AS key WHERE key IS NOT NULL
  ON CONFLICT (storage_key) DO UPDATE SET due_at = excluded.due_at;
  RETURN NULL;
END
$$;
CREATE TRIGGER remove_stored_source AFTER DELETE ON source_version FOR EACH ROW EXECUTE FUNCTION remove_stored_source();

-- Their rows have no foreign key: it would be checked for each of millions.
CREATE FUNCTION remove_index_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM lexical_posting WHERE indexed_source_id = OLD.id;
  DELETE FROM chunk_bits WHERE index_version_id = OLD.index_version_id AND indexed_source_id = OLD.id;
  DELETE FROM chunk_vector WHERE index_version_id = OLD.index_version_id AND indexed_source_id = OLD.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER remove_index_rows AFTER DELETE ON indexed_source FOR EACH ROW EXECUTE FUNCTION remove_index_rows();

-- Vectors do not compress, and one of up to 2,000 dimensions is read with its row.
ALTER TABLE chunk_vector ALTER COLUMN embedding SET STORAGE EXTERNAL;
ALTER TABLE chunk_vector SET (toast_tuple_target = 8160);

-- The first tables whose keys are numbers.
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO heddle_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO heddle_app;
