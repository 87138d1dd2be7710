import { describe, expect, test } from 'vitest'
import { paths, resolveNext } from './paths.ts'

test('the paths of the application match their snapshot', () => {
  expect({
    home: paths.home(),
    login: paths.login(),
    loginWithNext: paths.login({ next: '/chat/1?a=b' }),
    secretLogin: paths.secretLogin(),
    ssoLogin: paths.ssoLogin('mem ber'),
    logout: paths.logout(),
    chat: paths.chat('1'),
    chatAtMessage: paths.chat('1', { messageId: '2' }),
    newChat: paths.newChat(),
    newChatWithAssistant: paths.newChat({ assistantId: '2' }),
    chatSearch: paths.chatSearch(),
    sharedChat: paths.sharedChat('1'),
    assistants: paths.assistants(),
    managedAssistants: paths.assistants({ scope: 'managed' }),
    createAssistant: paths.createAssistant(),
    copyAssistant: paths.createAssistant({ copyOf: '3' }),
    assistant: paths.assistant('3'),
    workflow: paths.workflow('1'),
    password: paths.password({ next: '/chat' }),
    settings: paths.settings(),
    me: paths.me(),
    groups: paths.groups(),
    group: paths.group('1'),
    users: paths.users(),
    user: paths.user('1'),
    tenants: paths.tenants(),
    tenant: paths.tenant('1'),
    feedback: paths.feedback(),
    models: paths.models(),
    limits: paths.limits(),
    audit: paths.audit(),
  }).toMatchInlineSnapshot(`
    {
      "assistant": "/assistant/3",
      "assistants": "/assistant",
      "audit": "/settings/audit",
      "chat": "/chat/1",
      "chatAtMessage": "/chat/1?message=2",
      "chatSearch": "/chat/search",
      "copyAssistant": "/assistant/create?copy=3",
      "createAssistant": "/assistant/create",
      "feedback": "/settings/feedback",
      "group": "/settings/group/1",
      "groups": "/settings/group",
      "home": "/",
      "limits": "/settings/limit",
      "login": "/login",
      "loginWithNext": "/login?next=%2Fchat%2F1%3Fa%3Db",
      "logout": "/logout",
      "managedAssistants": "/assistant?scope=managed",
      "me": "/settings/me",
      "models": "/settings/model",
      "newChat": "/chat",
      "newChatWithAssistant": "/chat?assistant=2",
      "password": "/password?next=%2Fchat",
      "secretLogin": "/secretlogin",
      "settings": "/settings",
      "sharedChat": "/chat/1/view",
      "ssoLogin": "/login/sso/mem%20ber",
      "tenant": "/settings/tenant/1",
      "tenants": "/settings/tenant",
      "user": "/settings/user/1",
      "users": "/settings/user",
      "workflow": "/workflow/1",
    }
  `)
})

describe('the page after signing in', () => {
  test.each([
    ['/chat/1?a=b', '/chat/1?a=b'],
    [null, '/'],
    ['', '/'],
    ['https://elsewhere.example', '/'],
    ['//elsewhere.example', '/'],
    ['/\\elsewhere.example', '/'],
    ['/\t/elsewhere.example', '/'],
  ])('%s leads to %s', (next, expected) => {
    expect(resolveNext(next)).toBe(expected)
  })
})
