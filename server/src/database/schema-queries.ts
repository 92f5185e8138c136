/**
 * The queries of `describeSchema` on the catalog. Each returns `schema`, `owner` (the table an object belongs to) and
 * `text` (the object as SQL), in the order to print; PostgreSQL itself formats the names.
 */
export type SchemaQuery = string

/** Schemas of ours: not PostgreSQL's, not those of an extension. */
const ours = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'public')`
/** The migrations' own history is not part of what they make. */
const notHistory = `not (n.nspname = 'florin' and c.relname = 'migrations')`
const tableName = `format('%I.%I', n.nspname, c.relname)`
const commentOf = (oid: string, catalog: string) =>
  `coalesce((select '-- ' || replace(obj_description(${oid}, '${catalog}'), E'\\n', E'\\n-- ') || E'\\n'), '')`

/** One line for each grantee, except the owner, who may do everything anyway. */
const grants = (kind: string, name: string, acl: string, ownerId: string, column = `''`) => `
  (select string_agg(line, E'\\n' order by line) from (
    select format('grant %s on ${kind} %s to %s;', string_agg(lower(privilege_type) || ${column}, ', ' order by privilege_type),
                  ${name}, case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end) as line
      from aclexplode(${acl}) where grantee <> ${ownerId} group by grantee) as granted)`

const schemas: SchemaQuery = `
  select n.nspname as schema, '' as owner,
         ${commentOf('n.oid', 'pg_namespace')} || format('create schema %I;', n.nspname) as text
    from pg_namespace n where ${ours} order by n.nspname`

const schemaGrants: SchemaQuery = `
  select * from (select n.nspname as schema, '' as owner,
         ${grants('schema', 'quote_ident(n.nspname)', 'n.nspacl', 'n.nspowner')} as text
    from pg_namespace n where ${ours} order by n.nspname) as facts where text is not null`

const types: SchemaQuery = `
  select n.nspname as schema, '' as owner, ${commentOf('t.oid', 'pg_type')} || case t.typtype
           when 'e' then format('create type %s as enum (%s);', format_type(t.oid, null),
             (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)
                from pg_enum e where e.enumtypid = t.oid))
           when 'd' then format('create domain %s as %s%s%s;', format_type(t.oid, null),
             format_type(t.typbasetype, t.typtypmod), case when t.typnotnull then ' not null' else '' end,
             (select string_agg(' ' || pg_get_constraintdef(k.oid), '' order by k.conname)
                from pg_constraint k where k.contypid = t.oid and k.contype = 'c'))
           else format('create type %s as (%s);', format_type(t.oid, null),
             (select string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)
                from pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped))
         end as text
    from pg_type t join pg_namespace n on n.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
   where ${ours} and (t.typtype in ('e', 'd') or (t.typtype = 'c' and c.relkind = 'c'))
   order by n.nspname, t.typname`

/** Free-standing sequences; those of identity columns are described with the column. */
const sequences: SchemaQuery = `
  select n.nspname as schema, '' as owner, ${commentOf('c.oid', 'pg_class')} ||
         format('create sequence %s as %s start with %s increment by %s;', ${tableName},
                format_type(s.seqtypid, null), s.seqstart, s.seqincrement) ||
         coalesce(E'\\n' || ${grants('sequence', tableName, 'c.relacl', 'c.relowner')}, '') as text
    from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace
   where ${ours} and not exists (select from pg_depend d
     where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i') and d.refobjsubid > 0)
   order by n.nspname, c.relname`

const functions: SchemaQuery = `
  select n.nspname as schema, '' as owner,
         ${commentOf('p.oid', 'pg_proc')} || rtrim(pg_get_functiondef(p.oid), E' \\n') || ';' as text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where ${ours} and p.prokind in ('f', 'p')
   order by n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)`

const functionGrants: SchemaQuery = `
  select * from (select n.nspname as schema, '' as owner,
         ${grants('function', 'p.oid::regprocedure', 'p.proacl', 'p.proowner')} as text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where ${ours} and p.prokind in ('f', 'p')
   order by n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as facts where text is not null`

/** `text` is the part before the columns, `tail` the part after them. */
const tables: SchemaQuery = `
  select n.nspname as schema, c.relname as owner, ${commentOf('c.oid', 'pg_class')} ||
         format('create %stable %s', case c.relpersistence when 'u' then 'unlogged ' else '' end, ${tableName}) as text,
         concat(
           (select format(' inherits (%s)', string_agg(i.inhparent::regclass::text, ', ' order by i.inhseqno))
              from pg_inherits i where i.inhrelid = c.oid and not c.relispartition having count(*) > 0),
           (select format(' partition of %s %s', i.inhparent::regclass, pg_get_expr(c.relpartbound, c.oid))
              from pg_inherits i where i.inhrelid = c.oid and c.relispartition),
           ' partition by ' || pg_get_partkeydef(c.oid),
           ' with (' || array_to_string(c.reloptions, ', ') || ')') as tail
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where ${ours} and ${notHistory} and c.relkind in ('r', 'p') order by n.nspname, c.relname`

const columns: SchemaQuery = `
  select n.nspname as schema, c.relname as owner, quote_ident(a.attname) as name,
         format_type(a.atttypid, a.atttypmod) as type,
         concat_ws(' ',
           case when a.attnotnull and a.attidentity = '' then 'not null' end,
           case when a.attcollation <> t.typcollation then 'collate ' || a.attcollation::regcollation end,
           case a.attidentity when 'a' then 'generated always as identity'
                              when 'd' then 'generated by default as identity' end,
           (select format('(start with %s)', s.seqstart) from pg_sequence s
             where a.attidentity <> '' and s.seqstart <> 1
               and s.seqrelid = pg_get_serial_sequence(${tableName}, a.attname)::regclass),
           case when a.attgenerated = '' then 'default ' || pg_get_expr(e.adbin, e.adrelid)
                else format('generated always as (%s) %s', pg_get_expr(e.adbin, e.adrelid),
                            case a.attgenerated when 's' then 'stored' else 'virtual' end) end) as rest
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef e on e.adrelid = a.attrelid and e.adnum = a.attnum
   where ${ours} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
   order by n.nspname, c.relname, a.attnum`

/** Since PostgreSQL 18 \`not null\` is a constraint as well; it is described with its column. */
const constraints: SchemaQuery = `
  select n.nspname as schema, c.relname as owner,
         format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid)) as text
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
   where ${ours} and k.contype in ('p', 'u', 'c', 'f', 'x')
   order by n.nspname, c.relname, position(k.contype::text in 'pucfx'), k.conname`

const indexes: SchemaQuery = `
  select n.nspname as schema, c.relname as owner, pg_get_indexdef(i.indexrelid) || ';' as text
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_class x on x.oid = i.indexrelid
   where ${ours} and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
   order by n.nspname, c.relname, x.relname`

const triggers: SchemaQuery = `
  select n.nspname as schema, c.relname as owner, pg_get_triggerdef(t.oid) || ';' ||
         case t.tgenabled when 'O' then '' else ' -- enabled: ' || t.tgenabled::text end as text
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
   where ${ours} and not t.tgisinternal order by n.nspname, c.relname, t.tgname`

const policies: SchemaQuery = `
  select * from (
    select n.nspname as schema, c.relname as owner, format('alter table %s enable%s row level security;', ${tableName},
           case when c.relforcerowsecurity then ' and force' else '' end) as text
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours} and c.relrowsecurity
    union all
    select n.nspname, c.relname, format('create policy %I on %s for %s to %s%s%s;', p.polname, ${tableName},
           case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
                         when 'd' then 'delete' else 'all' end,
           (select string_agg(case r when 0 then 'public' else quote_ident(pg_get_userbyid(r)) end, ', ' order by r)
              from unnest(p.polroles) as r),
           ' using (' || pg_get_expr(p.polqual, p.polrelid) || ')',
           ' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')')
      from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
     where ${ours}) as facts order by schema, owner, text`

/** Of tables, of single columns, and of the sequences behind identity columns. */
const tableGrants: SchemaQuery = `
  select schema, owner, text from (
    select n.nspname as schema, c.relname as owner, 1 as rank, '' as part,
           ${grants('table', tableName, 'c.relacl', 'c.relowner')} as text
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours} and c.relkind in ('r', 'p')
    union all
    select n.nspname, c.relname, 2, a.attname,
           ${grants('table', tableName, 'a.attacl', 'c.relowner', `format(' (%I)', a.attname)`)}
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where ${ours} and c.relkind in ('r', 'p')
    union all
    select n.nspname, c.relname, 3, s.relname,
           ${grants('sequence', `format('%I.%I', n.nspname, s.relname)`, 's.relacl', 's.relowner')}
      from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
      join pg_class c on c.oid = d.refobjid join pg_namespace n on n.oid = c.relnamespace
     where ${ours} and d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.refobjsubid > 0
  ) as facts where text is not null order by schema, owner, rank, part`

const comments: SchemaQuery = `
  select n.nspname as schema, c.relname as owner,
         format('comment on column %s.%I is %L;', ${tableName}, a.attname, col_description(c.oid, a.attnum)) as text
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
   where ${ours} and c.relkind in ('r', 'p') and col_description(c.oid, a.attnum) is not null
   order by n.nspname, c.relname, a.attnum`

const views: SchemaQuery = `
  select n.nspname as schema, '' as owner, ${commentOf('c.oid', 'pg_class')} ||
         format('create %sview %s as%s%s', case c.relkind when 'm' then 'materialized ' else '' end, ${tableName},
                E'\\n', pg_get_viewdef(c.oid, true)) ||
         coalesce(E'\\n' || ${grants('table', tableName, 'c.relacl', 'c.relowner')}, '') as text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where ${ours} and c.relkind in ('v', 'm') order by n.nspname, c.relname`

export const queries = {
  schemas,
  schemaGrants,
  types,
  sequences,
  functions,
  functionGrants,
  tables,
  columns,
  constraints,
  indexes,
  triggers,
  policies,
  tableGrants,
  comments,
  views,
} as const
