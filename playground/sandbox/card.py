"""The agent card of a sandbox agent."""

from a2a.types import (
    AgentCapabilities,
    AgentCard,
    AgentInterface,
    AgentProvider,
    AgentSkill,
    HTTPAuthSecurityScheme,
    SecurityRequirement,
    SecurityScheme,
    StringList,
)

from playground import __version__
from playground.sandbox.scenario import SCENARIOS
from playground.sandbox.seed import WORKSPACE_NAME, Agent


def agent_card(agent: Agent, a2a_url: str) -> AgentCard:
    """Describes an agent (A2A v1.0, AgentCard).

    In: the agent and the URL of its A2A root. Out: the card. All four combinations of version and binding stand in
    ``supportedInterfaces``; when it is served, the SDK adds the v0.3 fields, ``protocolVersion`` 0.3 among them.
    """
    return AgentCard(
        name=agent.name,
        description=agent.description,
        version=__version__,
        provider=AgentProvider(organization=WORKSPACE_NAME, url=a2a_url),
        supported_interfaces=[
            AgentInterface(url=a2a_url, protocol_binding=binding, protocol_version=version)
            for version in ("1.0", "0.3")
            for binding in ("HTTP+JSON", "JSONRPC")
        ],
        capabilities=AgentCapabilities(streaming=True, push_notifications=False),
        security_schemes={"bearer": SecurityScheme(http_auth_security_scheme=HTTPAuthSecurityScheme(scheme="bearer"))},
        security_requirements=[SecurityRequirement(schemes={"bearer": StringList()})],
        default_input_modes=["text/plain", "application/json", "application/octet-stream"],
        default_output_modes=["text/plain", "text/csv", "image/png", "application/json"],
        skills=[
            AgentSkill(
                id=scenario.id,
                name=scenario.name,
                description=scenario.description,
                tags=["sandbox"],
                examples=scenario.examples,
            )
            for scenario in SCENARIOS
        ],
    )
