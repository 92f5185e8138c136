import type { BothHalves } from './both-halves.ts'

/**
 * Every transaction has gone from status to status as its messages say, one after the other, and only where a way leads.
 * A list of its own, so that a mistake in the table of the program is found.
 */
export async function withStates({ sql }: BothHalves): Promise<string[]> {
  const { rows } = await sql.query<{ id: string; status: string; ways: string[] }>(
    `select s.id, s.status, array_agg(concat_ws(' ', coalesce(m.from_status, '-'), m.action, m.to_status) order by m.id) as ways
     from spending.states s left join spending.messages m on m.transaction_id = s.id and m.action is not null
     group by s.id`,
  )
  return rows.flatMap(({ id, status, ways }) => {
    let at = '-'
    const wrong = ways.filter((way) => {
      const [from, , to = ''] = way.split(' ')
      const fits = from === at && legal.has(way)
      at = to
      return !fits
    })
    const isOpen = unended.has(status)
    return wrong.length > 0 || at !== status || isOpen ? [`transaction ${id} is ${status}: ${ways.join(', ')}`] : []
  })
}

/** A time ends each of them. */
const unended = new Set(['challenged', 'asking', 'pending'])

const legal = new Set([
  '- challenge challenged',
  '- ask asking',
  '- complete completed',
  '- approve pending',
  '- decline declined',
  '- post settled',
  '- force settled',
  '- credit settled',
  ...['approve pending', 'ask asking', 'complete completed', 'decline declined', 'post settled', 'expire expired'].map(
    (way) => `challenged ${way}`,
  ),
  ...[
    'approve pending',
    'post settled',
    'decline declined',
    'reduce asking',
    'replace pending',
    'reverse reversed',
  ].map((way) => `asking ${way}`),
  'asking expire expired',
  'asking clear settled',
  ...['increase pending', 'reduce pending', 'replace pending', 'reverse reversed', 'expire expired'].map(
    (way) => `pending ${way}`,
  ),
  ...['pending', 'reversed', 'expired', 'settled'].flatMap((from) => [
    `${from} clear settled`,
    `${from} refund settled`,
  ]),
  'settled reduce settled',
  'settled expire settled',
  'settled reverse reversed',
])
