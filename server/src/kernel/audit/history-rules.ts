import type { Rule } from './rule.ts'

/** Rows with a status, and the transitions that led to it. All names are of the program itself. */
export type Machine = {
  /** What a row is called for people. */
  what: string
  /** `kyc.cases`. */
  table: string
  /** `kyc.case_transitions`, with `from_status`, `to_status` and `action`. */
  transitions: string
  /** Its column with the id of the row. */
  key: string
  /**
   * `from action to`, with `-` before the first. A list of its own, so that a mistake in the table of the program is
   * found.
   */
  legal: readonly string[]
}

/** Each history is a chain of legal transitions, and ends in the status of its row. */
export const historyRules = ({ what, table, transitions, key, legal }: Machine): Rule[] => [
  {
    wrong: 'its history has an impossible transition',
    rows: `
      select '${what} ' || t.${key} as about,
             concat_ws(' ', t.action, 'from', coalesce(t.from_status, 'nothing'), 'to', t.to_status) as actual,
             'from ' || coalesce(t.before, 'nothing') as should,
             '${transitions} where ${key} = ' || quote_literal(t.${key}) as look
      from (select *, lag(to_status) over (partition by ${key} order by id) as before from ${transitions}) t
      where t.from_status is distinct from t.before
         or not concat_ws(' ', coalesce(t.from_status, '-'), t.action, t.to_status) = any($1) order by t.id`,
    values: [legal],
  },
  {
    wrong: 'its history does not end in its status',
    rows: `
      select '${what} ' || r.id as about, r.status as actual, t.to_status as should,
             '${table} where id = ' || quote_literal(r.id) as look
      from ${table} r left join lateral
        (select to_status from ${transitions} where ${key} = r.id order by id desc limit 1) t on true
      where r.status is distinct from t.to_status order by r.id`,
    should: 'a history',
  },
]
