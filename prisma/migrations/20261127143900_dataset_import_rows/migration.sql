-- Previous release: compatible
-- AlterTable
ALTER TABLE "dataset_import" ADD COLUMN     "rows_key" TEXT;

-- The file and its checked rows go with the import, however it goes.
CREATE OR REPLACE FUNCTION remove_imported_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO file_removal (storage_key, due_at)
  SELECT key, now() FROM unnest(ARRAY[OLD.storage_key, OLD.rows_key]) AS key WHERE key IS NOT NULL
  ON CONFLICT (storage_key) DO UPDATE SET due_at = excluded.due_at;
  RETURN NULL;
END
$$;

-- The rows go also when they are applied, or are those of an earlier mapping.
CREATE FUNCTION remove_checked_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO file_removal (storage_key, due_at) VALUES (OLD.rows_key, now())
  ON CONFLICT (storage_key) DO UPDATE SET due_at = excluded.due_at;
  RETURN NULL;
END
$$;
CREATE TRIGGER remove_checked_rows AFTER UPDATE OF rows_key ON dataset_import FOR EACH ROW
WHEN (OLD.rows_key IS DISTINCT FROM NEW.rows_key AND OLD.rows_key IS NOT NULL) EXECUTE FUNCTION remove_checked_rows();
