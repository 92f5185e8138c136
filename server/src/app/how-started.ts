/** How this copy is called: from the folder of its sources, or as an installed package. */
const isInstalled = import.meta.dirname.includes('node_modules')

/** What starts this copy, as somebody types it. */
export const startCommand = isInstalled ? 'npx florin start' : 'npm start'

/** A command of this copy, as somebody types it: `commandLine('verify')`. */
export const commandLine = (command: string): string =>
  isInstalled ? `npx florin ${command}` : `npm run florin -- ${command}`
