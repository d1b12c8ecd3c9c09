"""How much one address may have of what there is only so much of."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

# What one home is given: with whole addresses everybody would have plenty of them.
IPV6_PREFIX = 48


@lru_cache(1024)
def owner_of(address: str) -> str:
    """Say whom a share belongs to: an address, or the /48 network of an IPv6 one."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return "elsewhere"
    if isinstance(found, IPv6Address):
        return str(ip_network((found, IPV6_PREFIX), strict=False))
    return str(found)


class Shares:
    """How much each owner has; not more than `most`."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._taken: Counter[str] = Counter()

    def take(self, owner: str, amount: int = 1) -> bool:
        """Give an owner so much more; False where that would be more than a share."""
        if self._taken[owner] + amount > self.most:
            return False
        self._taken[owner] += amount
        return True

    def give_back(self, owner: str, amount: int = 1) -> None:
        """Take back what an owner had."""
        self._taken[owner] -= amount
        if self._taken[owner] <= 0:
            del self._taken[owner]
