import { z } from 'zod'
import { type StaffRoute, staffRoute } from '#core/access'
import type { App } from '../../app/compose.ts'

const settingShape = z.strictObject({
  name: z.string(),
  about: z.string(),
  source: z.enum(['environment', 'command-line', 'default']),
  isSet: z.boolean(),
  isSecret: z.boolean().meta({ description: 'Then there is never a value, only whether it is set.' }),
  isFile: z.boolean().meta({ description: 'The value is the path of the file that has what is set.' }),
  value: z.string().optional().meta({ description: 'What counts now.' }),
  default: z.string().optional(),
})

/** With what this process was started. Nothing can be changed here: a setting is of the machine, not of the database. */
export const configurationRoute = ({ config }: App): StaffRoute =>
  staffRoute({
    group: 'Platform',
    caller: 'operator',
    permission: 'configuration:read',
    method: 'GET',
    path: '/platform/configuration',
    operationId: 'getConfiguration',
    summary: 'Every setting of the process that replies, with its value, its default and where it comes from',
    about:
      'Secrets are set or not set, and never shown. Processes may be started with different settings; `roles` says which one replies. `unknown` are names in its environment that look like settings and are none.',
    reply: z.strictObject({
      roles: z.array(z.string()),
      unknown: z.array(z.string()),
      settings: z.array(settingShape),
    }),
    run: async () => ({
      roles: [...config.roles],
      unknown: [...config.unknownSettings],
      settings: config.settings.map(({ value, default: fallback, ...setting }) => ({
        ...setting,
        ...(value !== undefined && { value }),
        ...(fallback !== undefined && { default: fallback }),
      })),
    }),
  })
