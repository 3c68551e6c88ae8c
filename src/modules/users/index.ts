export { mailForgotten } from './forgotten.ts'
export { ownersOnly } from './owners.ts'
export { changePassword, type PasswordChange } from './password.ts'
export { faultOf as passwordFault, mountPasswordPage, PASSWORD_PATH } from './password-page.ts'
export {
  endSignIn,
  findSignIn,
  SIGN_IN_DAYS,
  type SignedIn,
  type SignIn,
  signIn,
  signInsOf,
  sweepExpired,
} from './sign-ins.ts'
export {
  changeRole,
  invite,
  type Mailed,
  membersOf,
  removeMember,
  resetMember,
  type TeamContext,
} from './team.ts'
export * as teamSchema from './team-schema.ts'
export {
  allTokens,
  createToken,
  findToken,
  type ManagementToken,
  revokeToken,
  type TokenHolder,
} from './tokens.ts'
export {
  checkPassword,
  createPasswordLink,
  createUser,
  findByPasswordLink,
  findUserByEmail,
  type Role,
  redeemPasswordLink,
  type User,
  usersOf,
} from './users.ts'
