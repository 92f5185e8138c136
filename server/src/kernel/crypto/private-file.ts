/**
 * Refuses a file that other users may read, or its group may write. `why` goes on after "is open to other users (mode
 * 0644)".
 */
export function refuseOpenFile({ path, mode }: { path: string; mode: number }, why: string): void {
  const rights = mode & 0o777
  if (process.platform === 'win32' || (rights & 0o027) === 0) return
  throw new Error(
    `${path} is open to other users (mode ${rights.toString(8).padStart(4, '0')}); ${why}. Close it: chmod 600 ${path}`,
  )
}
