-- Previous release: compatible
-- AlterTable
ALTER TABLE "dataset" ADD COLUMN     "match_thresholds" JSONB NOT NULL DEFAULT '{}';

-- A threshold was set for the scores of the published version.
UPDATE "dataset" d
SET "match_thresholds" = jsonb_build_object(
  coalesce(CASE WHEN v."id" IS NULL THEN d."embedding_model" ELSE v."embedding"->>'model' END, ''), d."match_threshold")
FROM "dataset" o LEFT JOIN "dataset_version" v ON v."dataset_id" = o."id" AND v."number" = o."published_version"
WHERE o."id" = d."id" AND d."match_threshold" IS NOT NULL;

-- AlterTable
ALTER TABLE "dataset" DROP COLUMN "match_threshold";
