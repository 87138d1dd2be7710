-- Previous release: compatible
ALTER TABLE "usage_limit_rule" ADD COLUMN     "flow" "usage_flow";

-- Of the flows only evaluations have limits of their own, and an evaluation asks no assistant. Compared as text: an earlier migration of the
-- same transaction may have added the value.
ALTER TABLE usage_limit_rule
  ADD CONSTRAINT usage_limit_rule_flow CHECK (flow IS NULL OR (flow::text = 'eval' AND scope <> 'assistant'));
