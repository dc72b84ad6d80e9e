from django.db import migrations

FINAL = """
CREATE FUNCTION trust_audit_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.actor_id IS NULL AND to_jsonb(NEW) - 'actor_id' = to_jsonb(OLD) - 'actor_id' THEN
        RETURN NEW;  -- the actor's account is gone
    END IF;
    RAISE EXCEPTION 'an audit entry is final' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER trust_audit_is_final BEFORE UPDATE ON trust_auditentry
    FOR EACH ROW EXECUTE FUNCTION trust_audit_is_final();
"""
OPEN = """
DROP TRIGGER trust_audit_is_final ON trust_auditentry;
DROP FUNCTION trust_audit_is_final();
"""


class Migration(migrations.Migration):
    dependencies = [("trust", "0005_acts_say_which_wishes_count")]

    operations = [migrations.RunSQL(FINAL, OPEN)]
