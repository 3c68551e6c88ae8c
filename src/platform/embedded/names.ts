export const USER = 'icebot'
export const DATABASE = 'icebot'
/** No TCP port is taken: the number is only part of the socket's file name. */
export const PORT = 5432
