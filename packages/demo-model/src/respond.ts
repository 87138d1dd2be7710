import type { ServerResponse } from 'node:http'

export function sendJson(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

/** Responds with an error in the format of OpenAI. */
export function sendError(response: ServerResponse, status: number, message: string) {
  const type = status < 500 ? 'invalid_request_error' : 'server_error'
  sendJson(response, status, { error: { message, type, param: null, code: null } })
}
