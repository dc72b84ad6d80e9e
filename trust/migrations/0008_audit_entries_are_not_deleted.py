from django.db import migrations

KEPT = """
CREATE FUNCTION trust_audit_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
        RETURN NULL;  -- who owns the table keeps the house: old years are cleared out by hand
    END IF;
    RAISE EXCEPTION 'an audit entry is kept' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER trust_audit_is_kept BEFORE DELETE OR TRUNCATE ON trust_auditentry
    FOR EACH STATEMENT EXECUTE FUNCTION trust_audit_is_kept();
"""
OPEN = """
DROP TRIGGER trust_audit_is_kept ON trust_auditentry;
DROP FUNCTION trust_audit_is_kept();
"""


class Migration(migrations.Migration):
    dependencies = [("trust", "0007_sources_that_are_away")]

    operations = [migrations.RunSQL(KEPT, OPEN)]
