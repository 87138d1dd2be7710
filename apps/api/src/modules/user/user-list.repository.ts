// The list of users. Each page is one range of an index on what it is sorted by: `gte` and `lte` say to the planner where it
// begins, which the comparison of both columns, an OR, does not. Who has nothing to be sorted by comes last, in a range of its own.
import { limits } from '@heddle/contracts/limits'
import type { UserRole } from '@heddle/contracts/roles'
import type { userSorts, UserStatus } from '@heddle/contracts/user/user'
import type { PrismaClient } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { fold } from '@heddle/text/language/folding'
import { escapeLike } from '../../platform/database/like-literal.ts'
import { type Actor, isAdministrator } from '../../platform/permissions/actor.ts'
import { readableGroups } from '../../platform/permissions/group.permissions.ts'
import { readableUsers } from '../../platform/permissions/user.permissions.ts'
import { type UserRow, withGroups } from './user.repository.ts'

export type UserFilters = {
  readonly keyword?: string | undefined
  readonly role?: UserRole | undefined
  readonly group_id?: string | undefined
  readonly status?: UserStatus | undefined
}

export type UserOrder = { readonly sort: (typeof userSorts)[number]; readonly direction: 'asc' | 'desc' }

/** Where a row stands: what it is sorted by, null for who has none and for the order of creation, and the id. */
export type UserCursor = { readonly value: string | null; readonly id: string }

const columns = { name: 'nameKey', email: 'emailKey', last_login_at: 'lastLoginAt' } as const

/** Who is not shown an account cannot find anybody by it either. */
function matching(actor: Actor, keyword: string): Prisma.UserWhereInput {
  const contains = escapeLike(fold(keyword))
  return isAdministrator(actor) ? { searchKey: { contains } } : { OR: [{ nameKey: { contains } }, { emailKey: { contains } }] }
}

const whereListed = (actor: Actor, { keyword, role, group_id: groupId, status }: UserFilters): Prisma.UserWhereInput => ({
  AND: [
    readableUsers(actor),
    keyword ? matching(actor, keyword) : {},
    role ? { role } : {},
    status ? { status } : {},
    groupId ? { memberships: { some: { groupId, group: readableGroups(actor) } } } : {},
  ],
})

/** The order that the actor may know of: who is not shown the last logins finds them all the same. */
const orderFor = (actor: Actor, { sort, direction }: UserOrder): UserOrder => ({
  sort: sort === 'last_login_at' && !isAdministrator(actor) ? 'created_at' : sort,
  direction,
})

type RowCount = { readonly total?: number; readonly totalExceeds?: number }

export type UserListRepository = ReturnType<typeof createUserListRepository>

export function createUserListRepository(db: PrismaClient) {
  async function findPage(
    actor: Actor,
    filters: UserFilters,
    order: UserOrder,
    after: UserCursor | null,
    take: number,
  ): Promise<UserRow[]> {
    const { sort, direction } = orderFor(actor, order)
    const [beyond, from] = direction === 'asc' ? (['gt', 'gte'] as const) : (['lt', 'lte'] as const)
    const listed = whereListed(actor, filters)
    const find = (range: Prisma.UserWhereInput, orderBy: Prisma.UserOrderByWithRelationInput[], count: number) =>
      db.user.findMany({ where: { AND: [listed, range] }, orderBy, take: count, include: withGroups })

    const afterId = after ? { id: { [beyond]: after.id } } : {}
    if (sort === 'created_at') return find(afterId, [{ id: direction }], take)

    const column = columns[sort]
    const orderBy = [{ [column]: direction }, { id: direction }]
    const value = column === 'lastLoginAt' && after?.value ? new Date(after.value) : after?.value
    const rest = after && { [column]: { [from]: value }, OR: [{ [column]: { [beyond]: value } }, afterId] }
    if (column === 'nameKey') return find(rest ?? {}, orderBy, take)

    const isPastValues = after !== null && after.value === null
    const valued = isPastValues ? [] : await find(rest ?? { [column]: { not: null } }, orderBy, take)
    if (valued.length === take) return valued
    return [...valued, ...(await find({ [column]: null, ...(isPastValues && afterId) }, orderBy, take - valued.length))]
  }

  return {
    findPage,

    /** Counts only up to a limit: a complete count of 50,000 users takes longer than a page of them. */
    async count(actor: Actor, filters: UserFilters): Promise<RowCount> {
      const total = await db.user.count({ where: whereListed(actor, filters), take: limits.maxCountedRows + 1 })
      return total > limits.maxCountedRows ? { totalExceeds: limits.maxCountedRows } : { total }
    },

    toCursor(actor: Actor, order: UserOrder, row: UserRow): UserCursor {
      const { sort } = orderFor(actor, order)
      const value = sort === 'created_at' ? null : row[columns[sort]]
      return { value: value instanceof Date ? value.toISOString() : value, id: row.id }
    },
  }
}
