import { z } from 'zod'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import type { Hit } from './hit.ts'
import { hitStates } from './hit-states.ts'
import { listNames } from './list-entry.ts'
import type { ListVersion } from './list-version.ts'
import { agreements } from './matching/match-person.ts'
import type { Run } from './run.ts'
import type { HitFile } from './show-hit.ts'

/** The shapes that the interface of the staff shows. */

export const versionShape = z.strictObject({
  id: z.string(),
  list: z.enum(listNames),
  publishedOn: z.iso.date().optional(),
  loadedAt: momentShape,
  entries: z.int(),
  names: z.int(),
  added: z.int().meta({ description: 'Entries that the version before does not have, or has otherwise.' }),
  removed: z.int(),
  leftOut: z.int().meta({ description: 'Rows of the file that could not be read.' }),
  current: z.boolean(),
})

export const versionRecord = (
  { id, list, publishedOn, loadedAt, entries, names, added, removed, badRows }: ListVersion,
  current: boolean,
): z.output<typeof versionShape> => ({
  id: String(id),
  list,
  ...(publishedOn && { publishedOn: publishedOn.toString() }),
  loadedAt: momentText(loadedAt),
  entries,
  names,
  added,
  removed,
  leftOut: badRows.length,
  current,
})

export const runShape = z.strictObject({
  id: z.string(),
  cause: z.enum(['list', 'asked']).meta({ description: 'A list was loaded, or it was asked for.' }),
  status: z.enum(['running', 'done', 'superseded']),
  screened: z.int().meta({ description: 'Customers so far.' }),
  hits: z.int().meta({ description: 'New ones.' }),
  begunAt: momentShape,
  endedAt: momentShape.optional(),
})

export const runRecord = (run: Run): z.output<typeof runShape> => ({
  id: String(run.id),
  cause: run.cause,
  status: run.endedAt === null ? 'running' : run.superseded ? 'superseded' : 'done',
  screened: run.screened,
  hits: run.hits,
  begunAt: momentText(run.begunAt),
  ...(run.endedAt && { endedAt: momentText(run.endedAt) }),
})

export const hitShape = z.strictObject({
  id: z.string(),
  customerId: z.string(),
  partnerId: z.string(),
  list: z.enum(listNames),
  reference: z.string().meta({ description: 'Of the entry, as the list names it.' }),
  name: z.string().meta({ description: 'The name of the entry that is most alike.' }),
  score: z.number().min(0).max(1),
  birth: z.enum(agreements),
  country: z.enum(agreements),
  strong: z.boolean().meta({ description: 'It suspended the cards of the customer.' }),
  status: z.enum(hitStates.statuses),
  createdAt: momentShape,
  decidedAt: momentShape.optional(),
})

export const hitRecord = (hit: Hit): z.output<typeof hitShape> => ({
  id: String(hit.id),
  customerId: hit.holderId,
  partnerId: String(hit.partnerId),
  list: hit.list,
  reference: hit.reference,
  name: hit.name,
  score: hit.scoreThousandths / 1_000,
  birth: hit.birth,
  country: hit.country,
  strong: hit.strong,
  status: hit.status,
  createdAt: momentText(hit.createdAt),
  ...(hit.decidedAt && { decidedAt: momentText(hit.decidedAt) }),
})

export const hitFileShape = hitShape.extend({
  customer: z.strictObject({
    names: z.array(z.string()),
    birthDate: z.iso.date().optional(),
    countries: z.array(z.string()),
  }),
  entry: z.strictObject({
    names: z.array(z.string()),
    births: z.array(z.string()),
    countries: z.array(z.string()),
    programmes: z.array(z.string()),
    remarks: z.string().optional(),
    current: z.boolean().meta({ description: 'False: the list has dropped or changed it since.' }),
  }),
  history: z.array(
    z.strictObject({
      action: z.string(),
      status: z.enum(hitStates.statuses),
      actor: z.string(),
      reason: z.string().optional(),
      at: momentShape,
    }),
  ),
})

export const hitFileRecord = ({ hit, entry, isCurrent, person, steps }: HitFile): z.output<typeof hitFileShape> => ({
  ...hitRecord(hit),
  customer: {
    names: [...person.names],
    ...(person.birthDate && { birthDate: person.birthDate.toString() }),
    countries: [...person.countries],
  },
  entry: {
    names: entry.names.map(({ name }) => name),
    births: entry.births.map(({ text }) => text),
    countries: [...entry.countries],
    programmes: [...entry.programmes],
    ...(entry.remarks !== undefined && { remarks: entry.remarks }),
    current: isCurrent,
  },
  history: steps.map(({ action, to, actor, reason, at }) => ({
    action,
    status: to,
    actor,
    ...(reason !== undefined && { reason }),
    at: momentText(at),
  })),
})
