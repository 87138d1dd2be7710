-- Which pieces of two or three characters a text may have: two bits for each, which it shares with other pieces. A keyword
-- whose bits are not all set is not in the text, and most texts need not be read (superimposed coding: Roberts, 1979).
-- Characters from U+2E80 on (Han, Kana, Hangul) say much and count by two, others by three; a space parts pieces, so that the
-- signature of several texts is that of each, joined by OR.
CREATE FUNCTION gram_signature(text) RETURNS bit(16384) LANGUAGE plpgsql STRICT IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  said text[] COLLATE "C" := string_to_array($1, NULL);
  signature bit(16384) := 0::bit(16384);
  hash int;
BEGIN
  FOR i IN 1 .. cardinality(said) - 1 LOOP
    IF said[i] >= U&'\2E80' AND said[i + 1] >= U&'\2E80' THEN
      hash := hashtext(said[i] || said[i + 1]);
    ELSIF said[i] BETWEEN '!' AND U&'\2E7F' AND said[i + 1] BETWEEN '!' AND U&'\2E7F' AND said[i + 2] BETWEEN '!' AND U&'\2E7F' THEN
      hash := hashtext(said[i] || said[i + 1] || said[i + 2]);
    ELSE
      CONTINUE;
    END IF;
    signature := set_bit(set_bit(signature, hash & 16383, 1), (hash >> 14) & 16383, 1);
  END LOOP;
  RETURN signature;
END
$$;

ALTER TABLE "chat_text" ADD COLUMN "signature" BIT(16384);
-- Read with its row, and not put together from elsewhere.
ALTER TABLE chat_text ALTER COLUMN signature SET STORAGE PLAIN;
UPDATE chat_text SET signature = gram_signature(text);
ALTER TABLE "chat_text" ALTER COLUMN "signature" SET NOT NULL;

CREATE OR REPLACE FUNCTION keep_new_messages_searchable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO chat_text AS t (chat_id, message_ids, text, signature)
  SELECT chat_id, array_agg(id ORDER BY id), string_agg(said, chr(1) ORDER BY id), bit_or(gram_signature(said))
  FROM (SELECT id, chat_id, searchable(content) AS said FROM inserted WHERE status <> 'generating' AND content <> '') messages
  GROUP BY chat_id
  ON CONFLICT (chat_id) DO UPDATE SET
    message_ids = t.message_ids || excluded.message_ids,
    text = t.text || chr(1) || excluded.text,
    signature = t.signature | excluded.signature;
  RETURN NULL;
END
$$;

-- The signature of one that went on keeps what it had: a bit too many costs a look, and none too few is ever there.
CREATE OR REPLACE FUNCTION keep_ended_reply_searchable() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  said text := searchable(NEW.content);
BEGIN
  INSERT INTO chat_text AS t (chat_id, message_ids, text, signature) VALUES (NEW.chat_id, ARRAY[NEW.id], said, gram_signature(said))
  ON CONFLICT (chat_id) DO UPDATE SET
    message_ids = CASE WHEN NEW.id = ANY (t.message_ids) THEN t.message_ids ELSE t.message_ids || NEW.id END,
    text = CASE WHEN NEW.id = ANY (t.message_ids) THEN (
      SELECT string_agg(CASE WHEN m.id = NEW.id THEN said ELSE m.text END, chr(1) ORDER BY m.place)
      FROM unnest(t.message_ids, string_to_array(t.text, chr(1))) WITH ORDINALITY m(id, text, place)
    ) ELSE t.text || chr(1) || said END,
    signature = t.signature | excluded.signature;
  RETURN NULL;
END
$$;
