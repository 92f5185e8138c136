import type { Hit, HitFile } from '#issuing/screening'
import { table } from './printing.ts'

export function renderHits({ data, total }: { data: readonly Hit[]; total: number }): string {
  if (total === 0) return 'There is no such hit.'
  const rows = data.map((hit) => [
    String(hit.id),
    hit.holderId,
    String(hit.partnerId),
    `${hit.list} ${hit.reference}`,
    shownScore(hit),
    hit.birth,
    hit.country,
    hit.strong ? 'strong' : '',
    hit.status,
    hit.createdAt.toString(),
  ])
  const headings = ['hit', 'customer', 'partner', 'entry', 'score', 'birth', 'country', '', 'status', 'since']
  return `${table(headings, rows)}\n${data.length} of ${total}`
}

const shownScore = ({ scoreThousandths }: Hit): string =>
  scoreThousandths === 1_000 ? '1.000' : `0.${String(scoreThousandths).padStart(3, '0')}`

/** The customer beside the entry, so that a person can compare them. */
export function renderHit({ hit, entry, isCurrent, person, steps }: HitFile): string {
  const rows = [
    [
      'name',
      person.names.join('; '),
      entry.names.map(({ name, isWeak }) => (isWeak ? `${name} (weak)` : name)).join('; '),
    ],
    ['birth', person.birthDate?.toString() ?? 'unknown', entry.births.map(({ text }) => text).join('; ') || 'unknown'],
    ['country', person.countries.join(', ') || 'unknown', entry.countries.join(', ') || 'unknown'],
  ]
  return [
    `Hit ${hit.id} is ${hit.status}: customer ${hit.holderId} of partner ${hit.partnerId}, entry ${hit.reference} of ${hit.list}, version ${hit.versionId}`,
    `Score ${shownScore(hit)} by ${JSON.stringify(hit.name)}; birth ${hit.birth}, country ${hit.country}${hit.strong ? '; strong' : ''}`,
    isCurrent ? 'The list has the entry.' : 'The list has dropped or changed the entry since.',
    '',
    table(['', 'customer', 'list'], rows),
    '',
    `Programmes: ${entry.programmes.join(', ') || 'none'}`,
    `Remarks: ${entry.remarks ?? 'none'}`,
    '',
    table(
      ['when', 'what', 'who', 'why'],
      steps.map(({ at, action, to, actor, reason }) => [at.toString(), `${action}: ${to}`, actor, reason ?? '']),
    ),
  ].join('\n')
}
