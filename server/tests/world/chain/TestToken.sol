// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// A token (ERC-20) as plain as it can be, for tests. Whoever deploys it owns all of it.
contract TestToken {
    string public constant name = "Test USD";
    string public constant symbol = "USDC";
    uint8 public constant decimals = 6;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(uint256 supply) {
        totalSupply = supply;
        balanceOf[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return move(msg.sender, to, value);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        return move(from, to, value);
    }

    /// Two transfers in one transaction.
    function transferTwice(address to, uint256 first, uint256 second) external returns (bool) {
        return move(msg.sender, to, first) && move(msg.sender, to, second);
    }

    function move(address from, address to, uint256 value) private returns (bool) {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
        return true;
    }
}

/// Looks like a collectible (ERC-721): its event has the same name, and one topic more.
contract TestCollectible {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    function give(address to, uint256 tokenId) external {
        emit Transfer(msg.sender, to, tokenId);
    }
}
