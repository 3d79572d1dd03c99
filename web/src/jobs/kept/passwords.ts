/** Passwords typed for protected PDFs, each for one try; unlike files they are never stored. */
const typed = new Map<string, string>()

export function holdPassword(id: string, password: string): void {
  typed.set(id, password)
}

/** The password for this try at a job's file, which is forgotten here. */
export function takePassword(id: string): string | undefined {
  const password = typed.get(id)
  typed.delete(id)
  return password
}
