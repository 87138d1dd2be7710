-- Not only of capabilities any more.
ALTER TYPE "model_capability_source" RENAME TO "model_setting_source";

-- CreateEnum
CREATE TYPE "reasoning_format" AS ENUM ('auto', 'field', 'tags', 'channels', 'begins_inside');

-- CreateEnum
CREATE TYPE "optional_parameter" AS ENUM ('max_tokens', 'max_completion_tokens', 'temperature', 'stream_options', 'response_format');

-- AlterTable
ALTER TABLE "model" ADD COLUMN     "context_tokens_source" "model_setting_source",
ADD COLUMN     "findings" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "max_output_tokens_source" "model_setting_source",
ADD COLUMN     "reasoning_format" "reasoning_format" NOT NULL DEFAULT 'auto',
ADD COLUMN     "reasoning_format_source" "model_setting_source",
ADD COLUMN     "refused_parameters" "optional_parameter"[] DEFAULT ARRAY[]::"optional_parameter"[],
ADD COLUMN     "refused_parameters_source" "model_setting_source";

-- What models are known to refuse.
UPDATE "model"
SET "refused_parameters" =
      CASE WHEN "token_limit_field" = 'max_tokens' THEN ARRAY[]::"optional_parameter"[] ELSE ARRAY['max_tokens']::"optional_parameter"[] END
      || CASE WHEN "accepts_temperature" THEN ARRAY[]::"optional_parameter"[] ELSE ARRAY['temperature']::"optional_parameter"[] END,
    "refused_parameters_source" = 'probed'
WHERE "token_limit_field" <> 'max_tokens' OR NOT "accepts_temperature";

-- At revision 0 the limits are those of the environment, and 16384 is the default.
UPDATE "model" SET "context_tokens_source" = 'set' WHERE "revision" > 0 AND "context_tokens" <> 16384;
UPDATE "model" SET "max_output_tokens_source" = 'set' WHERE "max_output_tokens" IS NOT NULL;

UPDATE "model_test"
SET "result" = jsonb_set(
  "result" #- '{chat,token_limit_field}' #- '{chat,accepts_temperature}',
  '{chat,refused_parameters}',
  CASE "result" #>> '{chat,token_limit_field}'
    WHEN 'max_tokens' THEN '[]'::jsonb
    WHEN 'max_completion_tokens' THEN '["max_tokens"]'::jsonb
    ELSE '["max_tokens", "max_completion_tokens"]'::jsonb
  END
  || CASE WHEN "result" #> '{chat,accepts_temperature}' = 'false'::jsonb THEN '["temperature"]'::jsonb ELSE '[]'::jsonb END
)
WHERE jsonb_typeof("result" -> 'chat') = 'object';

-- AlterTable
ALTER TABLE "model" DROP COLUMN "accepts_temperature",
DROP COLUMN "token_limit_field";

-- DropEnum
DROP TYPE "token_limit_field";
