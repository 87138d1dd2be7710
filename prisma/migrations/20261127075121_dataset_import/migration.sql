-- Previous release: compatible
-- CreateEnum
CREATE TYPE "dataset_import_state" AS ENUM ('reading', 'planned', 'checking', 'checked', 'applying', 'applied', 'failed');

-- CreateEnum
CREATE TYPE "dataset_import_mode" AS ENUM ('append', 'replace', 'update');

-- CreateTable
CREATE TABLE "dataset_import" (
    "id" UUID NOT NULL,
    "dataset_id" UUID NOT NULL,
    "created_by_id" UUID NOT NULL,
    "state" "dataset_import_state" NOT NULL DEFAULT 'reading',
    "job_id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "storage_key" TEXT NOT NULL,
    "told" JSONB NOT NULL DEFAULT '{}',
    "plan" JSONB,
    "mapping" JSONB,
    "mode" "dataset_import_mode",
    "counts" JSONB,
    "checked_revision" INTEGER,
    "errors" JSONB NOT NULL DEFAULT '[]',
    "more_errors" JSONB NOT NULL DEFAULT '[]',
    "error_count" INTEGER NOT NULL DEFAULT 0,
    "rows_done" INTEGER NOT NULL DEFAULT 0,
    "rows_total" INTEGER,
    "failure" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dataset_import_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "dataset_mapping" (
    "dataset_id" UUID NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "columns" JSONB NOT NULL,
    "mode" "dataset_import_mode" NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dataset_mapping_pkey" PRIMARY KEY ("dataset_id","fingerprint")
);

-- CreateIndex
CREATE INDEX "dataset_import_created_by_id_idx" ON "dataset_import"("created_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "dataset_import_dataset_id_created_by_id_key" ON "dataset_import"("dataset_id", "created_by_id");

-- AddForeignKey
ALTER TABLE "dataset_import" ADD CONSTRAINT "dataset_import_dataset_id_fkey" FOREIGN KEY ("dataset_id") REFERENCES "dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dataset_import" ADD CONSTRAINT "dataset_import_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dataset_mapping" ADD CONSTRAINT "dataset_mapping_dataset_id_fkey" FOREIGN KEY ("dataset_id") REFERENCES "dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The file goes with the import, however it goes.
CREATE FUNCTION remove_imported_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO file_removal (storage_key, due_at) VALUES (OLD.storage_key, now())
  ON CONFLICT (storage_key) DO UPDATE SET due_at = excluded.due_at;
  RETURN NULL;
END
$$;
CREATE TRIGGER remove_imported_file AFTER DELETE ON dataset_import FOR EACH ROW EXECUTE FUNCTION remove_imported_file();
