import type { Rule } from '#kernel/audit/rule.ts'
import type { Files } from './check-files.ts'

/** A file that is stored has as many pieces as it says, without gaps; a seal adds 28 bytes to each. */
export const piecesRule = ({ what, table, pieces }: Files): Rule => ({
  wrong: 'it holds another number of pieces than were stored',
  rows: `
    select '${what} ' || f.id as about, coalesce(p.count, 0) || ' pieces of ' || coalesce(p.bytes, 0) || ' bytes' as actual,
           f.chunks || ' pieces of ' || (f.bytes + 28 * f.chunks) || ' bytes' as should,
           '${pieces} where document_id = ''' || f.id || '''' as look
    from ${table} f left join lateral (
      select count(*), sum(octet_length(sealed)) as bytes, max(number) as last
      from ${pieces} where document_id = f.id) p on true
    where f.status = 'stored'
      and (p.count <> f.chunks or p.bytes is distinct from f.bytes + 28 * f.chunks or p.last <> f.chunks - 1)
    order by f.id`,
})
