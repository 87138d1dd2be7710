-- Previous release: compatible
-- CreateEnum
CREATE TYPE "dataset_kind" AS ENUM ('table');

-- CreateEnum
CREATE TYPE "dataset_version_state" AS ENUM ('building', 'active', 'retired', 'failed');

-- CreateTable
CREATE TABLE "dataset" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "group_id" UUID NOT NULL,
    "kind" "dataset_kind" NOT NULL DEFAULT 'table',
    "name" JSONB NOT NULL,
    "description" JSONB NOT NULL DEFAULT '{"default": ""}',
    "access" "collection_access" NOT NULL DEFAULT 'workflow',
    "columns" JSONB NOT NULL DEFAULT '[]',
    "measures" JSONB NOT NULL DEFAULT '[]',
    "next_column" INTEGER NOT NULL DEFAULT 1,
    "next_measure" INTEGER NOT NULL DEFAULT 1,
    "draft_version" INTEGER NOT NULL DEFAULT 1,
    "published_version" INTEGER,
    "row_count" INTEGER NOT NULL DEFAULT 0,
    "last_row_no" INTEGER NOT NULL DEFAULT 0,
    "has_changes" BOOLEAN NOT NULL DEFAULT true,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dataset_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "dataset_version" (
    "id" UUID NOT NULL,
    "dataset_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "state" "dataset_version_state" NOT NULL DEFAULT 'building',
    "columns" JSONB NOT NULL,
    "measures" JSONB NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "row_count" INTEGER NOT NULL,
    "table_number" SERIAL NOT NULL,
    "failure" JSONB,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "dataset_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "dataset_row" (
    "id" UUID NOT NULL,
    "dataset_id" UUID NOT NULL,
    "row_no" INTEGER NOT NULL,
    "version_from" INTEGER NOT NULL,
    "version_to" INTEGER,
    "data" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "edits" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "dataset_row_pkey" PRIMARY KEY ("id","version_from")
);

-- CreateIndex
CREATE INDEX "dataset_tenant_id_id_idx" ON "dataset"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "dataset_group_id_idx" ON "dataset"("group_id");

-- CreateIndex
CREATE UNIQUE INDEX "dataset_version_table_number_key" ON "dataset_version"("table_number");

-- CreateIndex
CREATE INDEX "dataset_version_created_by_id_idx" ON "dataset_version"("created_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "dataset_version_dataset_id_number_key" ON "dataset_version"("dataset_id", "number");

-- CreateIndex
CREATE INDEX "dataset_row_dataset_id_row_no_id_idx" ON "dataset_row"("dataset_id", "row_no", "id");

-- AddForeignKey
ALTER TABLE "dataset" ADD CONSTRAINT "dataset_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dataset" ADD CONSTRAINT "dataset_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "group"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dataset_version" ADD CONSTRAINT "dataset_version_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A page of the draft reads the rows of the page alone, however many earlier versions have others beside them.
CREATE INDEX "dataset_row_draft" ON "dataset_row"("dataset_id", "row_no", "id") WHERE "version_to" IS NULL;

-- A row of 60 cells has some 2 kB: compressed, each sort and filter would unpack all of them.
ALTER TABLE "dataset_row" SET (toast_tuple_target = 8160);

-- What the worker looks through for rows that no version has any more.
CREATE INDEX "dataset_row_ended" ON "dataset_row"("dataset_id") WHERE "version_to" IS NOT NULL;
