import { z } from 'zod'
import { merchantCurrencies } from '#acquiring/ids'
import { type Capabilities, exclusions } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import type { Pause } from './pauses.ts'
import type { Rule } from './route.ts'

const minorShape = z.string().meta({ description: 'In minor units of whatever currency.' })

/** What each connector can do, as `connectors/acquirer/capabilities.ts` says it. */
const capabilitiesShape = z.strictObject({
  payOut: z.boolean(),
  inquiry: z.enum(['request', 'webhook']),
  disputeList: z.boolean(),
  disputeResponses: z.boolean(),
  settlements: z.boolean(),
  settledBy: z.enum(['transfer', 'entry']),
  networkTransactionId: z.enum(['always', 'sometimes']),
  partialCapture: z.boolean(),
  merchantInitiated: z.enum(['any', 'own']),
  walletTokens: z.boolean(),
  currencies: z.array(z.string()).optional().meta({ description: 'Absent: all that merchants are paid in.' }),
  minMinor: minorShape,
  maxMinor: minorShape,
})

export const connectorShape = z.strictObject({
  id: z.string(),
  isDefault: z.boolean().meta({ description: 'It takes what no rule sends elsewhere.' }),
  paused: z.strictObject({ since: momentShape, by: z.string(), reason: z.string() }).optional(),
  capabilities: capabilitiesShape,
})

type Connector = { id: ConnectorId; isDefault: boolean; capabilities: Capabilities; pause: Pause | undefined }

export const connectorRecord = ({ pause, capabilities, ...rest }: Connector): z.output<typeof connectorShape> => {
  const { amounts, amountsIn: _, currencies, ...flags } = capabilities
  const isLimited = currencies && !merchantCurrencies.every((one) => currencies.includes(one))
  return {
    ...rest,
    ...(pause && { paused: { since: momentText(pause.pausedAt), by: pause.pausedBy, reason: pause.reason } }),
    capabilities: {
      ...flags,
      settlements: flags.settlements !== false,
      ...(isLimited && { currencies: [...currencies] }),
      minMinor: String(amounts.minMinor),
      maxMinor: String(amounts.maxMinor),
    },
  }
}

export const ruleShape = z.strictObject({
  id: z.string(),
  priority: z.int(),
  connector: z.string(),
  siteId: z.string().optional(),
  currency: z.string().optional(),
  brand: z.string().optional(),
  bin: z.string().optional(),
})

export const ruleRecord = ({ id, siteId, ...rule }: Rule): z.output<typeof ruleShape> => ({
  ...Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined)),
  id: String(id),
  priority: rule.priority,
  connector: rule.connector,
  ...(siteId !== undefined && { siteId: String(siteId) }),
})

export const triedShape = z.strictObject({
  data: z.array(
    z.strictObject({
      connector: z.string(),
      because: z.enum(['own_card', 'rule', 'default']),
      ruleId: z.string().optional(),
      skipped: z
        .enum(['paused', 'disabled', ...exclusions])
        .optional()
        .meta({ description: 'Why the payment is not sent to it.' }),
    }),
  ),
})
