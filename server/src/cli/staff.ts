import { Command } from 'commander'
import { type StaffRole, type StaffScope, type StaffTokenId, staffRoles } from '#core/access'
import { auditEntriesOf } from '#core/directory'
import { addressOf } from '../app/addresses.ts'
import { countOption, durationOption, idArgument, yesOrNo } from './arguments.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

type ScopeOptions = { merchant?: string; partner?: string }
const scopeOf = ({ merchant, partner }: ScopeOptions): StaffScope => {
  if (merchant !== undefined && partner !== undefined) throw new Error('Name a merchant or a partner, not both.')
  if (merchant !== undefined) return { kind: 'merchant', id: merchant }
  return partner === undefined ? { kind: 'platform', id: 'platform' } : { kind: 'partner', id: partner }
}
const shownScope = ({ kind, id }: StaffScope): string => (kind === 'platform' ? 'the operator' : `${kind} ${id}`)

export function staffCommand(): Command {
  const staff = new Command('staff')
  const roles = staffRoles.join(', ')
  staff
    .command('add <email> <name>')
    .description('add a person; without --merchant or --partner, one of the operator')
    .requiredOption('--role <role>', roles)
    .option('--merchant <id>', 'the merchant the person works for')
    .option('--partner <id>', 'the partner the person works for')
    .action((email: string, name: string, { role, ...named }: ScopeOptions & { role: string }) =>
      withApp(async (app) => {
        const { staff } = app
        const [by, scope] = [await app.by('staff:create'), scopeOf(named)]
        const { organizationExists } = await import('../app/organization-exists.ts')
        if (!(await organizationExists(app, scope))) throw new Error(`There is no ${shownScope(scope)}.`)
        const added = await staff.add({ by, scope, email, name, role })
        const next = `For calls by a program: florin staff token ${added.email} "name of the program"`
        print(added, `${added.email} is ${added.role} of ${shownScope(added.scope)}.\n${next}`)
      }),
    )
  staff
    .command('change <email>')
    .description('change the given, leave the rest')
    .option('--name <name>')
    .option('--role <role>', roles)
    .option('--active <yes|no>', 'an inactive person is refused everywhere', yesOrNo('--active'))
    .action((email: string, changes: { name?: string; role?: StaffRole; active?: boolean }) =>
      withApp(async ({ staff, by }) => {
        const { id } = await staff.withEmail(email)
        const changed = await staff.change({ by: await by('staff:change'), id, changes })
        print(changed, `${changed.email} is ${changed.active ? changed.role : 'not active'} now.`)
      }),
    )
  staff
    .command('invite <email>')
    .description('make a link with which the person sets a password for the dashboard; it is shown once')
    .action((email: string) =>
      withApp(async ({ staff, by, publicUrl, config }) => {
        const { id: staffId } = await staff.withEmail(email)
        const { id, token, expiresAt } = await staff.invite({ by: await by('staff:change'), staffId, link: 'shown' })
        const link = `${addressOf(publicUrl, config.surfaceHosts.staff)}/dashboard/join#${token.reveal()}`
        print({ id, link, expiresAt }, `${link}\nIt works once, until ${expiresAt}, and is not shown again.`)
      }),
    )
  staff
    .command('revoke-invitation <email>')
    .description('revoke the link that was made for a person; another one can be made')
    .action((email: string) =>
      withApp(async ({ staff, by }) => {
        const { id: staffId } = await staff.withEmail(email)
        await staff.revokeInvitation({ by: await by('staff:change'), staffId })
        print({ id: staffId }, `The invitation of ${email} is revoked.`)
      }),
    )
  staff
    .command('reset-second-factors <email>')
    .description('remove the second factors of a person who has lost them, and end all sessions of the person')
    .action((email: string) =>
      withApp(async ({ staff, by }) => {
        const { id: staffId } = await staff.withEmail(email)
        await staff.factors.reset({ by: await by('staff:change'), staffId })
        print({ id: staffId }, `${email} logs in with the password alone now, and can add a new second factor.`)
      }),
    )
  staff.command('list').description('all people').action(listStaff)
  addTokenCommands(staff)
  return staff
}

const listStaff = () =>
  withApp(async ({ staff, by }) => {
    await by('staff:read')
    const people = await staff.list()
    const rows = people.map(({ id, email, name, role, scope, active }) => [
      String(id),
      email,
      name,
      role,
      shownScope(scope),
      active ? 'yes' : 'no',
    ])
    const nothing = 'Nobody yet. Add yourself: florin staff add you@example.com "You" --role owner'
    print({ data: people }, rows.length === 0 ? nothing : table(['id', 'e-mail', 'name', 'role', 'of', 'active'], rows))
  })

function addTokenCommands(staff: Command): void {
  staff
    .command('token <email> <name>')
    .description('make an API token for a program that works for this person; it is shown once')
    .option('--permissions <list>', 'only these, such as refunds:create,*:read; default: all of the role')
    .option('--lifetime <duration>', 'default: P90D, at most P366D', durationOption)
    .action((email: string, name: string, options: { permissions?: string; lifetime?: Temporal.Duration }) =>
      withApp(async ({ staff, by }) => {
        const { id: staffId } = await staff.withEmail(email)
        const permissions = options.permissions?.split(',').map((one) => one.trim())
        const { lifetime } = options
        const made = await staff.createToken({ by: await by('staff:change'), staffId, name, permissions, lifetime })
        const [token, { id, expiresAt }] = [made.token.reveal(), made]
        print({ id, token, expiresAt }, `Token ${id}  ${token}\nIt is valid until ${expiresAt} and not shown again.`)
      }),
    )
  staff
    .command('tokens <email>')
    .description("a person's tokens, without the tokens themselves")
    .action((email: string) =>
      withApp(async ({ staff, by }) => {
        await by('staff:read')
        const { id } = await staff.withEmail(email)
        const data = await staff.tokens(id)
        const rows = data.map((one) => [
          String(one.id),
          one.name,
          one.permissions?.join(',') ?? 'all of the role',
          one.revokedAt ? `revoked ${one.revokedAt}` : `${one.expiresAt}`,
        ])
        const text = table(['id', 'name', 'permissions', 'ends'], rows)
        print({ data }, rows.length === 0 ? 'There are none.' : text)
      }),
    )
  staff
    .command('revoke-token')
    .argument('<tokenId>', '', idArgument<StaffTokenId>('tokenId'))
    .description('end a token now')
    .action((id: StaffTokenId) =>
      withApp(async ({ staff, by }) => {
        await staff.revokeToken({ by: await by('staff:change'), id })
        print({ id, status: 'revoked' }, `Token ${id} is no longer valid.`)
      }),
    )
}

/** Who changed what of money and access, and why. */
export function auditCommand(): Command {
  return new Command('audit')
    .option('--of <owner>', 'of one owner, such as "merchant 101", "site 10001", "partner 501"')
    .option('--about <subject>', 'about one thing, such as "staff 7" or payment/1042')
    .option('--limit <n>', 'so many entries', countOption('--limit', 1_000), 50)
    .action(({ of, about, limit }: { of?: string; about?: string; limit: number }) =>
      withApp(async ({ db, by }) => {
        await by('audit:read')
        const filter = { owner: pair('--of', of), subject: pair('--about', about) }
        const entries = await auditEntriesOf(db, { ...filter, limit })
        const rows = entries.map((entry) => [
          entry.occurredAt.toString({ smallestUnit: 'second' }),
          entry.actor,
          entry.action,
          `${entry.owner.kind} ${entry.owner.id}`,
          [entry.subject.type, entry.subject.id].join(' ').trim(),
          entry.reason ?? '',
          entry.fromWhere,
        ])
        const text = table(['when', 'who', 'what', 'of', 'about', 'why', 'from'], rows)
        print({ data: entries }, rows.length === 0 ? 'There is no such entry.' : text)
      }),
    )
}

function pair(option: string, text: string | undefined): { kind: string; id: string } | undefined {
  if (text === undefined) return undefined
  const [, kind, id] = /^([a-z][A-Za-z]*)[ /](\S+)$/.exec(text.trim()) ?? []
  if (!kind || !id) throw new Error(`${option} is a kind and an id, such as "site 10001"; it is "${text}".`)
  return { kind, id }
}
