import { newName, PASSWORD } from './member.ts'
import { runIn } from './server.ts'

/** What somebody may be among the operators. */
export type OperatorRole = 'editor' | 'support' | 'cashier' | 'admin'

/** Makes an operator with the program itself, in the folder of a running server; answers the name. */
export async function makeOperator(folder: string, role: OperatorRole): Promise<string> {
  const name = newName()
  await runIn(folder, ['user', 'create', name, '--role', role, '--password-stdin'], `${PASSWORD}\n`)
  return name
}
