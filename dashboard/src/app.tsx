/** What one would look for here, and the command that does it today. */
const commands = [
  { want: 'Add or change a site', command: 'npm run florin -- site --help' },
  { want: 'Replace a private key', command: 'npm run florin -- site rotate-key <siteId>' },
  { want: 'List the notifications of a site', command: 'npm run florin -- notifications list <siteId>' },
  { want: 'Check the books', command: 'npm run florin -- verify' },
] as const

/** Says honestly that there is no dashboard yet, and where its work is done until then. */
export function App() {
  return (
    <main>
      <h1>The dashboard is not built yet</h1>
      <p>Florin is run from the command line for now. These commands do what a dashboard would:</p>
      <dl>
        {commands.map(({ want, command }) => (
          <div key={command}>
            <dt>{want}</dt>
            <dd>
              <code>{command}</code>
            </dd>
          </div>
        ))}
      </dl>
      <p>
        Start with <code>README.md</code>. Developers of stores read <code>docs/merchant-guide</code>; operators read
        <code>docs/operating</code>.
      </p>
    </main>
  )
}
