import type { StaffCallers } from '#core/access'
import type { App } from '../../app/compose.ts'
import type { BareJson } from '../bare-json/bare-json.ts'
import { openApiDocument } from '../bare-json/openapi.ts'
import { staffRoutes } from './routes.ts'
import { sessionCookie } from './session-cookie.ts'

/** Every path of the interface of the staff is below it, and the cookie of a session is sent there and nowhere else. */
export const staffRoot = '/staff/v1'

/** What the document says of the interface itself. */
export const title: BareJson<StaffCallers>['document'] = {
  title: 'Florin staff interface',
  description:
    'What people who work here do: for their programs, with a token, and for the dashboard, with a session. Bodies and replies are JSON; an error is code and message, with a stable reason. Every body that changes something says why, in `reason`.',
  securitySchemes: {
    StaffToken: { type: 'http', scheme: 'bearer' },
    StaffSession: { type: 'apiKey', in: 'cookie', name: sessionCookie },
  },
  schemeOf: { staff: 'StaffToken', operator: 'StaffToken', staffToken: 'StaffToken' },
  saysValues: true,
}

/** The document without an installation, for tools that generate code: a route says what it is before it is run. */
export const staffDocument = () => openApiDocument<StaffCallers>(staffRoutes(nothingYet() as App), staffRoot, title)

/** Stands for every part of an application; nothing of it is used until a route is run. */
const nothingYet = (): unknown => new Proxy(() => undefined, { get: nothingYet, apply: nothingYet })
