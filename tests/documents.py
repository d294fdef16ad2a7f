"""The eight requests of MemoryLake's A2A document, written out, and the drafts they come from.

Source: MemoryLake, "A2A Integration", section "Examples": 8 combinations of version x method x transport.
"""

from typing import Any

ROOT = "https://app.memorylake.ai/openapi/memorylake/api/v3/workspaces/ws_abc123/agents/agt_r8k2m1n3/a2a"
KEY = ["Authorization", "Bearer $MEMORYLAKE_API_KEY"]
JSON = ["Content-Type", "application/json"]
V1 = ["A2A-Version", "1.0"]
SSE = ["Accept", "text/event-stream"]

QUESTION = "How do I configure two-factor authentication?"
SUMMARY = "Summarize our last meeting notes"

REQUESTS: dict[int, dict[str, Any]] = {
    1: {
        "method": "POST",
        "url": f"{ROOT}/message:send",
        "headers": [KEY, JSON],
        "body": {
            "message": {
                "role": "ROLE_USER",
                "parts": [{"text": "How do I configure two-factor authentication?"}],
                "contextId": "ctx_m4n7p2q9",
            },
            "configuration": {"blocking": True, "historyLength": 10},
            "metadata": {
                "memorylake": {
                    "actorId": "act_user_jane",
                    "readWriteProjectId": "proj_def456",
                    "readOnlyProjectIds": ["proj_shared_kb"],
                    "overrides": {"model": "gpt-4o", "maxTurns": 5},
                }
            },
        },
    },
    2: {
        "method": "POST",
        "url": f"{ROOT}/message:stream",
        "headers": [KEY, JSON, SSE],
        "body": {
            "message": {"role": "ROLE_USER", "parts": [{"text": "Summarize our last meeting notes"}]},
            "metadata": {"memorylake": {"actorId": "act_user_jane", "readOnlyProjectIds": ["proj_meetings"]}},
        },
    },
    3: {
        "method": "POST",
        "url": f"{ROOT}/v1/message:send",
        "headers": [KEY, JSON],
        "body": {
            "message": {
                "role": "ROLE_USER",
                "content": [{"text": "How do I configure two-factor authentication?"}],
            },
            "configuration": {"blocking": True, "historyLength": 10},
            "metadata": {"memorylake": {"actorId": "act_user_jane", "readWriteProjectId": "proj_def456"}},
        },
    },
    4: {
        "method": "POST",
        "url": f"{ROOT}/v1/message:stream",
        "headers": [KEY, JSON, SSE],
        "body": {
            "message": {"role": "ROLE_USER", "content": [{"text": "Summarize our last meeting notes"}]},
            "metadata": {"memorylake": {"actorId": "act_user_jane", "readOnlyProjectIds": ["proj_meetings"]}},
        },
    },
    5: {
        "method": "POST",
        "url": ROOT,
        "headers": [KEY, JSON, V1],
        "body": {
            "jsonrpc": "2.0",
            "id": "req-1",
            "method": "SendMessage",
            "params": {
                "message": {
                    "messageId": "msg-1",
                    "role": "ROLE_USER",
                    "parts": [{"text": "How do I configure two-factor authentication?"}],
                    "contextId": "ctx_m4n7p2q9",
                },
                "configuration": {"blocking": True, "historyLength": 10},
                "metadata": {
                    "memorylake": {
                        "actorId": "act_user_jane",
                        "readWriteProjectId": "proj_def456",
                        "readOnlyProjectIds": ["proj_shared_kb"],
                        "overrides": {"model": "gpt-4o", "maxTurns": 5},
                    }
                },
            },
        },
    },
    6: {
        "method": "POST",
        "url": ROOT,
        "headers": [KEY, JSON, V1, SSE],
        "body": {
            "jsonrpc": "2.0",
            "id": "req-2",
            "method": "SendStreamingMessage",
            "params": {
                "message": {
                    "messageId": "msg-2",
                    "role": "ROLE_USER",
                    "parts": [{"text": "Summarize our last meeting notes"}],
                },
                "metadata": {"memorylake": {"actorId": "act_user_jane", "readOnlyProjectIds": ["proj_meetings"]}},
            },
        },
    },
    7: {
        "method": "POST",
        "url": ROOT,
        "headers": [KEY, JSON],
        "body": {
            "jsonrpc": "2.0",
            "id": "req-3",
            "method": "message/send",
            "params": {
                "message": {
                    "messageId": "msg-3",
                    "role": "user",
                    "parts": [{"kind": "text", "text": "How do I configure two-factor authentication?"}],
                    "contextId": "ctx_m4n7p2q9",
                },
                "configuration": {"blocking": True, "historyLength": 10},
                "metadata": {"memorylake": {"actorId": "act_user_jane", "readWriteProjectId": "proj_def456"}},
            },
        },
    },
    8: {
        "method": "POST",
        "url": ROOT,
        "headers": [KEY, JSON, SSE],
        "body": {
            "jsonrpc": "2.0",
            "id": "req-4",
            "method": "message/stream",
            "params": {
                "message": {
                    "messageId": "msg-4",
                    "role": "user",
                    "parts": [{"kind": "text", "text": "Summarize our last meeting notes"}],
                },
                "metadata": {"memorylake": {"actorId": "act_user_jane", "readOnlyProjectIds": ["proj_meetings"]}},
            },
        },
    },
}

_TARGET = {"workspaceId": "ws_abc123", "agentId": "agt_r8k2m1n3"}
_ASK_CONFIGURATION = {"blocking": True, "historyLength": 10}
_JANE = {"actorId": "act_user_jane", "readWriteProjectId": "proj_def456"}
_JANE_WITH_KB = _JANE | {"readOnlyProjectIds": ["proj_shared_kb"], "overrides": {"model": "gpt-4o", "maxTurns": 5}}
_JANE_MEETINGS = {"actorId": "act_user_jane", "readOnlyProjectIds": ["proj_meetings"]}
_ASK = [{"type": "text", "text": QUESTION}]
_SUMMARIZE = [{"type": "text", "text": SUMMARY}]

DRAFTS: dict[int, dict[str, Any]] = {
    1: {
        "target": _TARGET, "version": "1.0", "operation": "send", "transport": "rest",
        "message": {"messageId": None, "contextId": "ctx_m4n7p2q9", "parts": _ASK},
        "configuration": _ASK_CONFIGURATION, "memorylake": _JANE_WITH_KB,
    },
    2: {
        "target": _TARGET, "version": "1.0", "operation": "stream", "transport": "rest",
        "message": {"messageId": None, "parts": _SUMMARIZE}, "memorylake": _JANE_MEETINGS,
    },
    3: {
        "target": _TARGET, "version": "0.3", "operation": "send", "transport": "rest",
        "message": {"messageId": None, "parts": _ASK}, "configuration": _ASK_CONFIGURATION, "memorylake": _JANE,
    },
    4: {
        "target": _TARGET, "version": "0.3", "operation": "stream", "transport": "rest",
        "message": {"messageId": None, "parts": _SUMMARIZE}, "memorylake": _JANE_MEETINGS,
    },
    5: {
        "target": _TARGET, "version": "1.0", "operation": "send", "transport": "jsonrpc", "requestId": "req-1",
        "message": {"messageId": "msg-1", "contextId": "ctx_m4n7p2q9", "parts": _ASK},
        "configuration": _ASK_CONFIGURATION, "memorylake": _JANE_WITH_KB,
    },
    6: {
        "target": _TARGET, "version": "1.0", "operation": "stream", "transport": "jsonrpc", "requestId": "req-2",
        "message": {"messageId": "msg-2", "parts": _SUMMARIZE}, "memorylake": _JANE_MEETINGS,
    },
    7: {
        "target": _TARGET, "version": "0.3", "operation": "send", "transport": "jsonrpc", "requestId": "req-3",
        "message": {"messageId": "msg-3", "contextId": "ctx_m4n7p2q9", "parts": _ASK},
        "configuration": _ASK_CONFIGURATION, "memorylake": _JANE,
    },
    8: {
        "target": _TARGET, "version": "0.3", "operation": "stream", "transport": "jsonrpc", "requestId": "req-4",
        "message": {"messageId": "msg-4", "parts": _SUMMARIZE}, "memorylake": _JANE_MEETINGS,
    },
}  # fmt: skip
