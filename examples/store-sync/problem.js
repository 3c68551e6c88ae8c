/** Something its reader can put right. What they see is the message alone, without a stack. */
export class Problem extends Error {}
