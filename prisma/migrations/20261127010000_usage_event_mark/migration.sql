-- Previous release: compatible
-- AlterTable
ALTER TABLE "usage_stale_period" ADD COLUMN     "event_id" UUID;

-- DropIndex
DROP INDEX "usage_rollup_tenant_id_period_start_idx";

-- CreateIndex
CREATE INDEX "usage_rollup_tenant_id_period_start_key_id_idx" ON "usage_rollup"("tenant_id", "period_start", "key_id");

-- An event that is new is added to the sums of its period. One that is changed or removed has its periods summed up again.
CREATE OR REPLACE FUNCTION mark_usage_period() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO usage_stale_period (tenant_id, period_start) VALUES (OLD.tenant_id, date_bin('15 min', OLD.created_at, 'epoch'::timestamptz));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO usage_stale_period (tenant_id, period_start, event_id)
    VALUES (NEW.tenant_id, date_bin('15 min', NEW.created_at, 'epoch'::timestamptz), CASE TG_OP WHEN 'INSERT' THEN NEW.id END);
  END IF;
  RETURN NULL;
END
$$;
